import { DAY_MS, SECOND_MS } from '../clock.js'
import { lockRows, lockSelected } from '../db/row-locks.js'
import type { Db } from '../db/types.js'
import type { Stored } from '../db/values.js'
import { definedOnly } from '../defined-only.js'
import { hostOf } from '../net/try-url.js'
import { writerOf } from '../search/engines.js'
import { type EpisodeTime, firstKeyOf, KEYS_PER_SECOND, UNDATED } from '../search/search-key.js'
import { rankLinks } from '../transcripts/rank-links.js'
import type { TranscriptTexts } from '../transcripts/transcript-texts.js'
import type { EpisodeFields } from './episode.js'

/** What saving an episode needs besides its fields. */
interface SavingEpisode {
  /** Public id, used when the episode is new. */
  uuid: string
  now: number
  /** A new date moves the transcript in the index. */
  texts: TranscriptTexts
}

/** What later steps need of a saved episode. */
export interface SavedEpisode {
  id: number
  uuid: string
  podcastId: number
  searchKey: number
  title: string
  description: string
  publishedAt: number | null
  heldAt: number
  hasTranscript: boolean
  /** The links to the publisher's transcripts until now, as JSON; absent for a new episode. */
  linksBefore?: string
  isNew: boolean
}

/** The columns that a feed or an import gives. */
const NEW_VALUES = {
  guid: '',
  title: '',
  description: '',
  audioUrl: '',
  audioType: '',
  durationSeconds: null as number | null,
  episodeNumber: null as number | null,
  seasonNumber: null as number | null,
  publishedAt: null as number | null,
  transcriptLinks: '[]',
}

type Values = typeof NEW_VALUES

type EpisodeRow = Stored<Omit<SavedEpisode, 'linksBefore' | 'isNew'>> & Values

const COLUMNS = `id, uuid, podcast_id AS "podcastId", search_key AS "searchKey", guid, title, description,
  audio_url AS "audioUrl", audio_type AS "audioType", duration_seconds AS "durationSeconds",
  episode_number AS "episodeNumber", season_number AS "seasonNumber", published_at AS "publishedAt",
  held_at AS "heldAt", has_transcript AS "hasTranscript", transcript_links AS "transcriptLinks"`

function valuesOf({ transcriptLinks, ...fields }: EpisodeFields): Partial<Values> {
  return definedOnly({ ...fields, transcriptLinks: transcriptLinks && JSON.stringify(transcriptLinks) })
}

/**
 * The id of an episode that an older version imported, which stored runs of white space in its guid as they were;
 * undefined if there is none, or one with the guid of today.
 */
export async function findByFormerGuid(
  db: Db,
  { podcastId, guid, formerGuid }: { podcastId: number; guid: string; formerGuid: string },
): Promise<number | undefined> {
  const row = await db.get<{ id: number }>(
    `SELECT id FROM episodes
      WHERE podcast_id = :podcastId AND guid = :formerGuid
        AND NOT EXISTS (SELECT 1 FROM episodes WHERE podcast_id = :podcastId AND guid = :guid)`,
    { podcastId, guid, formerGuid },
  )
  return row?.id
}

/**
 * Inserts an episode, or updates the one with this guid (or with this `id`), in its place in time and in the
 * search indexes. Call it in `transactionWithTexts`.
 */
export async function saveEpisode(
  db: Db,
  fields: EpisodeFields & { id?: number },
  saving: SavingEpisode,
): Promise<SavedEpisode> {
  const { id, podcastId, guid } = fields
  // Every transaction that saves an episode takes this lock, so what is read here cannot change before it is written.
  await lockRows(db, 'podcasts', [podcastId])
  // This one waits for a transaction that is storing its transcript.
  const before = await db.get<EpisodeRow>(
    `SELECT ${COLUMNS} FROM episodes
      WHERE ${id === undefined ? 'podcast_id = :podcastId AND guid = :guid' : 'id = :id'} ${lockSelected(db)}`,
    id === undefined ? { podcastId, guid } : { id },
  )
  return before ? updateEpisode(db, before, fields, saving) : insertEpisode(db, fields, saving)
}

async function insertEpisode(
  db: Db,
  fields: EpisodeFields,
  { uuid, now }: SavingEpisode,
): Promise<SavedEpisode> {
  const values = { ...NEW_VALUES, ...valuesOf(fields), podcastId: fields.podcastId, uuid, heldAt: now }
  const searchKey = await allocateSearchKey(db, values)
  // Without RETURNING: SQLite would begin a savepoint for it, and FTS5 would flush its pending data.
  await db.run(
    `INSERT INTO episodes (uuid, podcast_id, guid, title, description, audio_url, audio_type, duration_seconds,
                           episode_number, season_number, published_at, held_at, search_key, transcript_links)
     VALUES (:uuid, :podcastId, :guid, :title, :description, :audioUrl, :audioType, :durationSeconds,
             :episodeNumber, :seasonNumber, :publishedAt, :heldAt, :searchKey, :transcriptLinks)`,
    { ...values, searchKey },
  )
  const row = await db.get<{ id: number }>('SELECT id FROM episodes WHERE uuid = :uuid', { uuid })
  const saved = { ...values, id: row!.id, searchKey, hasTranscript: false, isNew: true }
  await writerOf(db).putEpisode(db, saved)
  return saved
}

async function updateEpisode(
  db: Db,
  before: EpisodeRow,
  fields: EpisodeFields,
  saving: SavingEpisode,
): Promise<SavedEpisode> {
  const values = { ...before, ...valuesOf(fields) }
  if (values.publishedAt !== before.publishedAt) values.searchKey = await allocateSearchKey(db, values)
  await db.run(
    `UPDATE episodes SET guid = :guid, title = :title, description = :description, audio_url = :audioUrl,
            audio_type = :audioType, duration_seconds = :durationSeconds, episode_number = :episodeNumber,
            season_number = :seasonNumber, published_at = :publishedAt, search_key = :searchKey,
            transcript_links = :transcriptLinks
      WHERE id = :id`,
    values,
  )
  const saved = {
    ...values,
    hasTranscript: before.hasTranscript === 1,
    linksBefore: before.transcriptLinks,
    isNew: false,
  }
  await keepIndexed(db, before, saved, saving)
  return saved
}

/** Queues a fetch of the publisher's transcript. A worker that fetches the former links loses its lease. */
export async function queueFetch(db: Db, episodeId: number, dueAt: number): Promise<void> {
  const episode = await db.get<{ links: string; language: string }>(
    `SELECT transcript_links AS links, language
       FROM episodes JOIN podcasts ON podcasts.id = podcast_id WHERE episodes.id = :episodeId`,
    { episodeId },
  )
  const best = episode && rankLinks(JSON.parse(episode.links), episode.language)[0]
  await db.run(
    `UPDATE episodes
        SET transcript_due_at = :dueAt, transcript_tries = 0, transcript_error = '',
            transcript_leased_until = NULL, transcript_set_aside_at = NULL, transcript_host = :host
      WHERE id = :episodeId`,
    { episodeId, dueAt, host: hostOf(best?.url ?? '') },
  )
}

/** Cancels the fetch of the transcript of one episode, or of all episodes of a podcast. */
export async function cancelFetches(
  db: Db,
  of: { episodeId: number } | { podcastId: number },
): Promise<void> {
  await db.run(
    `UPDATE episodes SET transcript_due_at = NULL, transcript_leased_until = NULL, transcript_set_aside_at = NULL
      WHERE ${'episodeId' in of ? 'id = :episodeId' : 'podcast_id = :podcastId'}
        AND (transcript_due_at IS NOT NULL OR transcript_set_aside_at IS NOT NULL)`,
    { ...of },
  )
}

/** Locks an episode and reads its place in time. Undefined if it was deleted. */
export function lockEpisode(db: Db, id: number): Promise<(EpisodeTime & { searchKey: number }) | undefined> {
  return db.get(
    `SELECT search_key AS "searchKey", published_at AS "publishedAt", held_at AS "heldAt"
       FROM episodes WHERE id = :id ${lockSelected(db)}`,
    { id },
  )
}

/** Records that an episode has a transcript. */
export async function markTranscribed(db: Db, id: number): Promise<void> {
  await db.run('UPDATE episodes SET has_transcript = 1 WHERE id = :id AND has_transcript = 0', { id })
}

async function keepIndexed(
  db: Db,
  before: EpisodeRow,
  after: SavedEpisode,
  { texts, now }: SavingEpisode,
): Promise<void> {
  const writer = writerOf(db)
  const hasMoved = before.searchKey !== after.searchKey
  if (hasMoved) await writer.dropEpisode(db, before.searchKey)
  if (hasMoved || before.title !== after.title || before.description !== after.description) {
    await writer.putEpisode(db, after)
  }
  if (!hasMoved || !after.hasTranscript) return
  await writer.dropTranscript(db, before.searchKey)
  const text = await texts.find(after.id)
  if (text !== undefined) await writer.putTranscript(db, { ...after, text }, now)
}

/**
 * A free key for an episode, in the transaction that writes it. If a second is full (many imported episodes
 * have midnight), the key comes from the next second with room, or, at the end of the UTC day, from an
 * earlier one, so that the episode stays in its day.
 */
export async function allocateSearchKey(db: Db, { publishedAt, heldAt }: EpisodeTime): Promise<number> {
  const at = publishedAt ?? heldAt
  const base = publishedAt === null ? UNDATED : 0
  const day = Math.floor(at / DAY_MS) * DAY_MS
  const second = Math.floor(at / SECOND_MS) * SECOND_MS
  const number = Math.floor(at - second)

  for (let later = second; later < day + DAY_MS; later += SECOND_MS) {
    const free = await freeKey(db, base + firstKeyOf(later), later === second ? number : 0)
    if (free !== undefined) return free
  }
  for (let earlier = second - SECOND_MS; earlier >= day; earlier -= SECOND_MS) {
    const free = await freeKey(db, base + firstKeyOf(earlier), 0)
    if (free !== undefined) return free
  }
  throw new Error(`There is no room for another episode on the day of ${new Date(at).toISOString()}.`)
}

/**
 * Class of the advisory locks on published seconds. A transaction that looks for a free key in a second locks that
 * second until it ends.
 */
const LOCK = 4_813_209
const LOCKS = 2 ** 31

/** The wanted number within a second, or the one after all that are taken. */
async function freeKey(db: Db, second: number, wanted: number): Promise<number | undefined> {
  if (db.engine === 'postgres') {
    const lock = { lock: LOCK, second: Math.abs(second / KEYS_PER_SECOND) % LOCKS }
    await db.get('SELECT pg_advisory_xact_lock(CAST(:lock AS INT), CAST(:second AS INT))', lock)
  }
  const row = await db.get<{ taken: number | null; highest: number | null }>(
    `SELECT (SELECT search_key FROM episodes WHERE search_key = :wanted) AS taken,
            (SELECT MAX(search_key) FROM episodes WHERE search_key BETWEEN :first AND :last) AS highest`,
    { wanted: second + wanted, first: second, last: second + KEYS_PER_SECOND - 1 },
  )
  if (row!.taken === null) return second + wanted
  return row!.highest! < second + KEYS_PER_SECOND - 1 ? row!.highest! + 1 : undefined
}

import { isBucketFault } from '../bucket/bucket-error.js'
import { among } from '../db/row-locks.js'
import type { Db } from '../db/types.js'
import type { Episode, EpisodePodcast } from '../episodes/episode.js'
import { EPISODE_COLUMNS, type EpisodeRow, episodeOf } from '../episodes/read-episodes.js'
import type { DocumentStorage, TextRow } from '../transcripts/document-storage.js'
import { textBeginningSync, textBytesSync } from '../transcripts/encoding.js'
import { excerptsOf, excerptsOfBeginning } from './excerpts.js'
import { type Query, type Term, termsOf } from './query.js'
import type { SearchScope } from './searcher.js'

export interface EpisodeHit extends Episode {
  podcast: EpisodePodcast
  excerpts: string[]
  /** Why the excerpts are missing. */
  excerptsFault?: string
}

/** How long a search waits for transcripts in a bucket before it answers without excerpts. */
const READING = { headMs: 1500, wholeMs: 2000, tries: 2 }

interface HitRow extends EpisodeRow, Partial<TextRow> {
  search_key: number
  podcast_uuid: string
  podcast_title: string
  podcast_image_url: string
}

/** The episodes of these keys, in their order, with excerpts. Deleted episodes are left out. */
export async function episodeHits(
  db: Db,
  documents: DocumentStorage,
  keys: readonly number[],
  { query, scope }: { query: Query; scope: SearchScope },
): Promise<EpisodeHit[]> {
  if (keys.length === 0) return []
  const rows = await db.all<HitRow>(
    `SELECT ${EPISODE_COLUMNS}, episodes.search_key,
            podcasts.uuid AS podcast_uuid, podcasts.title AS podcast_title,
            podcasts.image_url AS podcast_image_url
            ${scope === 'transcript' ? ', transcripts.encoding, transcripts.text, transcripts.object_key' : ''}
       FROM episodes JOIN podcasts ON podcasts.id = episodes.podcast_id
       ${scope === 'transcript' ? 'JOIN transcripts ON transcripts.episode_id = episodes.id' : ''}
      WHERE episodes.search_key IN (${among(db, 'keys')})`,
    { keys: JSON.stringify(keys) },
  )
  const byKey = new Map(rows.map((row) => [row.search_key, row]))
  const terms = termsOf(query)
  return Promise.all(
    keys
      .map((key) => byKey.get(key))
      .filter((row) => row !== undefined)
      .map(async (row) => ({
        ...episodeOf(row),
        podcast: { uuid: row.podcast_uuid, title: row.podcast_title, imageUrl: row.podcast_image_url },
        ...(await excerptsIn(row, documents, terms)),
      })),
  )
}

async function excerptsIn(
  { description, encoding, text, object_key }: HitRow,
  documents: DocumentStorage,
  terms: readonly Term[],
): Promise<Pick<EpisodeHit, 'excerpts' | 'excerptsFault'>> {
  if (terms.length === 0) return { excerpts: [] }
  if (encoding === undefined || text === undefined || object_key === undefined) {
    return { excerpts: excerptsOf(Buffer.from(description), terms) }
  }
  try {
    const packed = await documents.loadText({ encoding, text, object_key }, READING)
    const beginning = textBeginningSync(packed)
    const excerpts = beginning && excerptsOfBeginning(beginning, terms)
    return { excerpts: excerpts ?? excerptsOf(textBytesSync(packed), terms) }
  } catch (error) {
    if (!isBucketFault(error)) throw error
    return { excerpts: [], excerptsFault: error.message }
  }
}

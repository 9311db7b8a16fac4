import type { Db } from '../db/types.js'
import { savePodcast, updatePodcast } from '../podcasts/podcast-store.js'
import { applyChanges } from './apply-reading.js'
import { findFeedOfPodcast, insertFeed, recordSuccess } from './feed-store.js'
import { normaliseFeedUrl } from './feed-url.js'
import { type FeedAnswer, fetchFeed } from './fetch-feed.js'
import { saveItem } from './item-store.js'
import { findPodcastAt, getFeedUrl, movePodcast } from './podcast-address.js'
import { type FeedContext, readOnWorkThread, successOf } from './poll-feed.js'
import type { FeedReading } from './read-feed.js'
import { FeedError } from './types.js'

/** While an admission writes, nobody else polls its feed. */
const LEASE_MS = 60_000

export interface Admission {
  feedId: number
  /** False: the feed was followed already. */
  isNew: boolean
}

interface Candidate {
  /** As it was given, and as it is asked for. */
  given: string
  url: string
  answer: FeedAnswer
  reading: FeedReading
  admittedAt: number
}

function addressesOf({ given, url, answer }: Pick<Candidate, 'given' | 'url' | 'answer'>): string[] {
  return answer.movedTo ? [given, url, answer.movedTo] : [given, url]
}

/** Holds the podcast at its present address; the ones that led there name it too. */
async function holdPodcast(context: FeedContext, db: Db, candidate: Candidate): Promise<number> {
  const { given, url, answer, reading, admittedAt } = candidate
  const known = await findPodcastAt(db, addressesOf(candidate))
  if (known) await updatePodcast(db, known.id, reading.podcast)
  const made = { uuid: context.ids.uuid(), now: admittedAt }
  const { id } = known ?? (await savePodcast(db, { ...reading.podcast, feedUrl: given }, made))
  // A podcast that was imported keeps the spelling of its import.
  const isThere = known !== undefined && [given, url].includes(await getFeedUrl(db, id))
  if (!isThere) await movePodcast(db, id, url)
  if (answer.movedTo) await movePodcast(db, id, answer.movedTo)
  return id
}

async function begin(context: FeedContext, candidate: Candidate, uuid: string) {
  const { admittedAt, reading } = candidate
  return context.db.transaction(async (db) => {
    const podcastId = await holdPodcast(context, db, candidate)
    const feed = await insertFeed(db, {
      uuid,
      podcastId,
      feedUrl: await getFeedUrl(db, podcastId),
      backCatalogue: reading.backCatalogue,
      now: admittedAt,
      leasedUntil: admittedAt + LEASE_MS,
    })
    if (!feed) return undefined
    // With the feed or not at all: were they forgotten, the next poll would take them for new.
    for (const { episode, ...change } of reading.changes) {
      if (!episode) await saveItem(db, { ...change.identity, ...change, podcastId, episodeId: null })
    }
    return { feedId: feed.id, podcastId }
  })
}

async function read(
  context: FeedContext,
  url: string,
  given: string,
  signal: AbortSignal,
): Promise<Candidate> {
  const { db, clock, safeFetch, work } = context
  const validators = { etag: '', lastModified: '' }
  const answer = await fetchFeed(safeFetch, { url, validators, now: clock.now(), signal })
  const admittedAt = clock.now()
  const podcast = await findPodcastAt(db, addressesOf({ given, url, answer }))
  const outcome = await readOnWorkThread(work, {
    bytes: answer.bytes!,
    contentType: answer.contentType,
    url: answer.url,
    knownHash: '',
    podcastId: podcast?.id,
    admittedAt,
    isAdmission: true,
  })
  if (outcome.kind === 'refused') throw new FeedError(outcome.reason)
  if (outcome.kind === 'unchanged') throw new Error('A first document cannot be unchanged.')
  if (outcome.reading.fault) throw new FeedError('The feed ends in the middle of its document.')
  return { given, url, answer, reading: outcome.reading, admittedAt }
}

async function findFollowed(db: Db, addresses: readonly string[]) {
  const podcast = await findPodcastAt(db, addresses)
  return podcast && findFeedOfPodcast(db, podcast.id)
}

/**
 * Admits a feed: reads it once, holds its podcast and the items of the admission day, and follows it
 * from that UTC day on.
 * @param text the address as somebody typed it
 * @throws FeedError when there is no feed at that address; nothing is held then
 */
export async function admitFeed(context: FeedContext, text: string, signal: AbortSignal): Promise<Admission> {
  const { db, ids, documents } = context
  const given = text.trim()
  const url = normaliseFeedUrl(given)
  const followed = await findFollowed(db, [given, url])
  if (followed) return { feedId: followed.id, isNew: false }

  const candidate = await read(context, url, given, signal)
  const { reading, answer, admittedAt } = candidate
  const { movedTo } = answer
  const other = movedTo ? await findFollowed(db, [movedTo]) : undefined
  if (other) return { feedId: other.id, isNew: false }

  const uuid = ids.uuid()
  const begun = await begin(context, candidate, uuid)
  if (!begun) {
    const faster = (await findFollowed(db, [given, url, movedTo ?? url]))!
    return { feedId: faster.id, isNew: false }
  }
  const { feedId, podcastId } = begun
  const episodes = reading.changes.filter(({ episode }) => episode)
  const writing = { podcastId, now: admittedAt, ids, documents, transcriptsLeasedUntil: null }
  await applyChanges(db, episodes, writing, (db) =>
    recordSuccess(db, feedId, successOf(context, { uuid, admittedAt }, answer, reading)),
  )
  return { feedId, isNew: true }
}

import { basename } from 'node:path'
import { isBucketUnavailable } from '../bucket/bucket-error.js'
import { DAY_MS } from '../clock.js'
import { FetchError } from '../safe-fetch.js'
import { isThreadDeath } from '../threads/thread-pool.js'
import { USER_AGENT } from './fetch-feed.js'
import { hostOf } from './host-lanes.js'
import type { FeedContext } from './poll-feed.js'
import { rankLinks } from './rank-links.js'
import { nextTranscriptTryAt } from './schedule.js'
import type { TakeFileAnswer, TakeFileRequest } from './take-transcript.js'
import {
  type DueTranscript,
  postponeTranscript,
  queueRecognition,
  releaseTranscript,
} from './transcript-queue.js'
import type { TranscriptLink } from './types.js'

const LARGEST_FILE_BYTES = 20_000_000
const LONGEST_FETCH_MS = 60_000
/** Nobody offers more for one episode and means it. */
const MOST_LINKS = 12
/** A publisher whose transcript cannot be had for this long is not waited for any longer. */
const RECOGNISE_AFTER_MS = DAY_MS

interface FetchedFile {
  link: TranscriptLink
  bytes: Buffer
  contentType: string
}

async function fetchFile(
  context: FeedContext,
  link: TranscriptLink,
  signal: AbortSignal,
): Promise<FetchedFile> {
  const { response } = await context.safeFetch.fetchFollowing(link.url, {
    headers: { accept: link.type ? `${link.type}, */*;q=0.5` : '*/*', 'user-agent': USER_AGENT },
    timeoutMs: LONGEST_FETCH_MS,
    maxBytes: LARGEST_FILE_BYTES,
    decompress: true,
    signal,
  })
  if (response.status !== 200) {
    await response.discard()
    throw new FetchError('protocol', `the server answered ${response.status}`)
  }
  const bytes = await response.body()
  return { link, bytes, contentType: response.headers['content-type'] ?? link.type }
}

function take(
  { work, clock }: FeedContext,
  due: DueTranscript,
  { link, bytes, contentType }: FetchedFile,
  acceptsUntimed: boolean,
): Promise<TakeFileAnswer> {
  const copy = new Uint8Array(bytes)
  const request: TakeFileRequest = {
    episode: { ...due, id: due.episodeId },
    bytes: copy,
    contentType,
    fileName: basename(new URL(link.url).pathname),
    language: link.language,
    acceptsUntimed,
    now: clock.now(),
  }
  return work.call<TakeFileAnswer>('takeFile', request, [copy.buffer])
}

type Outcome = { kind: 'held'; isNew: boolean } | { kind: 'none'; reason: string }

/**
 * Tries the links in their order until one turns out to be timed, whatever they claimed to be; the best
 * of those without times is the second choice.
 */
async function acquire(context: FeedContext, due: DueTranscript, signal: AbortSignal): Promise<Outcome> {
  const links = rankLinks(due.links, due.language).slice(0, MOST_LINKS)
  const reasons: string[] = []
  let untimed: FetchedFile | undefined
  for (const link of links) {
    try {
      const file = await fetchFile(context, link, signal)
      const answer = await take(context, due, file, false)
      if (answer.kind === 'held') return answer
      if (answer.kind === 'untimed') untimed ??= file
      else reasons.push(`${link.url}: ${answer.reason}`)
    } catch (error) {
      signal.throwIfAborted()
      // A file that ends the thread counts as unreadable: fetching it again at once would end the next one too.
      if (!(error instanceof FetchError || isThreadDeath(error))) throw error
      reasons.push(`${link.url}: ${error.message}`)
    }
  }
  const answer = untimed && (await take(context, due, untimed, true))
  return answer?.kind === 'held' ? answer : { kind: 'none', reason: reasons.join('; ') }
}

async function postpone(context: FeedContext, due: DueTranscript, reason: string): Promise<void> {
  const { db, clock, shortestMs, logger } = context
  const { episodeId, tries, heldAt } = due
  const now = clock.now()
  const nextTryAt = nextTranscriptTryAt({ now, shortestMs, tries: tries + 1, heldAt })
  const isGivenUp = nextTryAt === null || now >= heldAt + RECOGNISE_AFTER_MS
  await db.transaction(async (db) => {
    await postponeTranscript(db, episodeId, { nextTryAt, error: reason })
    if (isGivenUp && due.audioUrl !== '') await queueRecognition(db, episodeId, now)
  })
  logger.warn({ episode: episodeId, tries: tries + 1, reason }, "publisher's transcript could not be had")
}

/**
 * Fetches the publisher's transcript of one leased episode and holds it, or arranges for the next try.
 * @returns whether the publisher's transcript of this episode was not held before
 * @throws BucketError where it cannot be put anywhere now; the episode is due as before
 */
export async function acquireTranscript(
  context: FeedContext,
  due: DueTranscript,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const outcome = await acquire(context, due, signal)
    if (outcome.kind === 'none') await postpone(context, due, outcome.reason)
    return outcome.kind === 'held' && outcome.isNew
  } catch (error) {
    if (signal.aborted || isBucketUnavailable(error)) await releaseTranscript(context.db, due.episodeId)
    throw error
  }
}

/** The host by which the fetching of an episode's transcript is counted. */
export function transcriptHost({ links, language }: DueTranscript): string {
  return hostOf(rankLinks(links, language)[0]?.url ?? '')
}

import { basename } from 'node:path'
import { DAY_MS } from '../clock.js'
import { USER_AGENT } from '../feeds/fetch-feed.js'
import type { FeedContext } from '../feeds/poll-feed.js'
import type { TranscriptLink } from '../feeds/types.js'
import { hostOf } from '../net/try-url.js'
import type { Capacity } from '../queue/capacity.js'
import { WorkFailure } from '../queue/failure.js'
import { POLICIES } from '../queue/policies.js'
import { QUEUES } from '../queue/queues.js'
import type { Step } from '../queue/worker.js'
import { FetchError } from '../safe-fetch.js'
import { isThreadDeath } from '../threads/thread-pool.js'
import { rankLinks } from './rank-links.js'
import type { TakeFileAnswer, TakeFileRequest } from './take-transcript.js'
import { type DueTranscript, leaseDueTranscripts, queueRecognition } from './transcript-queue.js'

const AT_A_TIME = 8
const LARGEST_FILE_BYTES = 20_000_000
const LONGEST_FETCH_MS = 60_000
/** Nobody offers more for one episode and means it. */
const MOST_LINKS = 12
/** An episode whose publisher's transcript could not be fetched for this long is recognised meanwhile. */
const RECOGNISE_AFTER_MS = DAY_MS

/** Fetches publishers' transcripts. Of several links the best is taken. */
export function fetchStep(context: FeedContext, hosts: Capacity): Step<DueTranscript> {
  const { db, signals, shortestMs } = context
  return {
    name: 'fetch',
    queue: QUEUES.fetch,
    policy: { ...POLICIES.fetch, firstMs: shortestMs },
    total: AT_A_TIME,
    shared: {
      capacity: hosts,
      keyOf: ({ links, language }) => hostOf(rankLinks(links, language)[0]?.url ?? ''),
    },
    counts: { transcripts_added: 0 },
    lease: (lease) => leaseDueTranscripts(db, lease),

    async work(due, { counts, abort }) {
      const isNew = await acquire(context, due, abort)
      if (!isNew) return
      counts.transcripts_added!++
      signals.emit('transcript')
    },

    async alsoOnFailure(db, due, { now, dueAt }) {
      const isOverdue = dueAt === null || now >= due.heldAt + RECOGNISE_AFTER_MS
      if (isOverdue && due.audioUrl !== '') await queueRecognition(db, due.id, now)
    },
  }
}

/**
 * Tries the links in their order until one turns out to be timed, whatever they claimed to be; the best of those
 * without times is the second choice.
 * @returns whether the publisher's transcript of this episode was not stored before
 */
async function acquire(context: FeedContext, due: DueTranscript, signal: AbortSignal): Promise<boolean> {
  const links = rankLinks(due.links, due.language).slice(0, MOST_LINKS)
  const reasons: string[] = []
  let untimed: FetchedFile | undefined
  for (const link of links) {
    try {
      const file = await fetchFile(context, link, signal)
      const answer = await take(context, due, file, false)
      if (answer.kind === 'held') return answer.isNew
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
  if (answer?.kind === 'held') return answer.isNew
  throw new WorkFailure(reasons.join('; '))
}

interface FetchedFile {
  link: TranscriptLink
  bytes: Buffer
  contentType: string
}

async function fetchFile(
  { safeFetch }: FeedContext,
  link: TranscriptLink,
  signal: AbortSignal,
): Promise<FetchedFile> {
  const { response } = await safeFetch.fetchFollowing(link.url, {
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
  episode: DueTranscript,
  { link, bytes, contentType }: FetchedFile,
  acceptsUntimed: boolean,
): Promise<TakeFileAnswer> {
  const copy = new Uint8Array(bytes)
  const request: TakeFileRequest = {
    episode,
    bytes: copy,
    contentType,
    fileName: basename(new URL(link.url).pathname),
    language: link.language,
    acceptsUntimed,
    now: clock.now(),
  }
  return work.call<TakeFileAnswer>('takeFile', request, [copy.buffer])
}

import { basename } from 'node:path'
import { DAY_MS } from '../clock.js'
import { USER_AGENT } from '../feeds/fetch-feed.js'
import type { TranscriptLink } from '../feeds/types.js'
import type { IngestContext } from '../ingest-context.js'
import { hostOf } from '../net/try-url.js'
import { WorkFailure } from '../queue/failure.js'
import { POLICIES } from '../queue/policies.js'
import { QUEUES } from '../queue/queues.js'
import { ResultSaver } from '../queue/result-saver.js'
import type { Pass, Step } from '../queue/worker.js'
import { FetchError } from '../safe-fetch.js'
import { isThreadDeath } from '../threads/thread-pool.js'
import { type DueFetch, leaseDueFetches, queueRecognition } from './due-transcript-store.js'
import { rankLinks } from './rank-links.js'
import type { IngestFileRequest, IngestFileResult } from './save-incoming.js'

const CONCURRENCY = 8
const MAX_DOWNLOAD_BYTES = 20_000_000
const FETCH_TIMEOUT_MS = 60_000
/** More links than this for one episode are not serious. */
const MAX_LINKS = 12
/** If the publisher's transcript cannot be fetched for this long, the episode is queued for recognition. */
const RECOGNISE_AFTER_MS = DAY_MS

/** Fetches publishers' transcripts, the best of several links. */
export function fetchStep(context: IngestContext): Step<DueFetch> {
  const { db, hosts, signals, shortestPollMs } = context
  const fetcher = { ...context, saver: new ResultSaver(context) }
  return {
    name: 'fetch',
    queue: QUEUES.fetch,
    policy: { ...POLICIES.fetch, firstMs: shortestPollMs },
    concurrency: CONCURRENCY,
    counts: { transcripts_added: 0 },

    lease: (lease) => leaseDueFetches(db, hosts, lease),

    async work(due, pass) {
      const isNew = await fetchBest(fetcher, due, pass)
      if (!isNew) return
      pass.counts.transcripts_added!++
      signals.emit('transcript')
    },

    async saveFailure(db, due, { now, dueAt }) {
      const isOverdue = dueAt === null || now >= due.heldAt + RECOGNISE_AFTER_MS
      if (isOverdue) await queueRecognition(db, due.id, now)
    },
  }
}

/**
 * Fetches the links in order until one contains times, whatever it declared. The best one without times is the
 * fallback.
 * @returns whether a publisher's transcript was stored for this episode for the first time
 */
async function fetchBest(fetcher: Fetcher, due: DueFetch, pass: Pass): Promise<boolean> {
  const links = rankLinks(due.links, due.language).slice(0, MAX_LINKS)
  const reasons: string[] = []
  let untimed: FetchedFile | undefined
  for (const link of links) {
    try {
      const file = await fetchFile(fetcher, link, pass.abort)
      const result = await saveFetched(fetcher, due, file, { acceptsUntimed: false, pass })
      if (result.kind === 'finished') return result.isNew
      if (result.kind === 'untimed') untimed ??= file
      else reasons.push(`${link.url}: ${result.reason}`)
    } catch (error) {
      pass.abort.throwIfAborted()
      // A file that crashes the thread counts as unreadable: fetching it again would crash the next one.
      if (!(error instanceof FetchError || isThreadDeath(error))) throw error
      reasons.push(`${link.url}: ${error.message}`)
    }
  }
  const result = untimed && (await saveFetched(fetcher, due, untimed, { acceptsUntimed: true, pass }))
  if (result?.kind === 'finished') return result.isNew
  throw new WorkFailure(reasons.join('; '))
}

interface Fetcher extends IngestContext {
  saver: ResultSaver
}

interface FetchedFile {
  link: TranscriptLink
  bytes: Buffer
  contentType: string
}

function fetchFile(
  { safeFetch, hosts }: Fetcher,
  link: TranscriptLink,
  signal: AbortSignal,
): Promise<FetchedFile> {
  return hosts.run(hostOf(link.url), async () => {
    const { response } = await safeFetch.fetchFollowing(link.url, {
      headers: { accept: link.type ? `${link.type}, */*;q=0.5` : '*/*', 'user-agent': USER_AGENT },
      timeoutMs: FETCH_TIMEOUT_MS,
      maxBytes: MAX_DOWNLOAD_BYTES,
      decompress: true,
      signal,
    })
    if (response.status !== 200) {
      await response.discard()
      throw new FetchError('protocol', `the server answered ${response.status}`)
    }
    const bytes = await response.body()
    return { link, bytes, contentType: response.headers['content-type'] ?? link.type }
  })
}

function saveFetched(
  { feedThread, clock, saver }: Fetcher,
  episode: DueFetch,
  { link, bytes, contentType }: FetchedFile,
  { acceptsUntimed, pass }: { acceptsUntimed: boolean; pass: Pass },
): Promise<IngestFileResult> {
  return saver.save(episode, pass, () => {
    const copy = new Uint8Array(bytes)
    const request: IngestFileRequest = {
      episode,
      bytes: copy,
      contentType,
      fileName: basename(new URL(link.url).pathname),
      language: link.language,
      acceptsUntimed,
      now: clock.now(),
    }
    return feedThread.calls.ingestTranscriptFile(request, [copy.buffer])
  })
}

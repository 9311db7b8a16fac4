import type { Readable } from 'node:stream'
import type { Agent, Dispatcher } from 'undici'
import { type StartTimer, systemTimer, within } from './clock.js'
import { addressRule, parseNetwork } from './net/addresses.js'
import { boundedBody, drain, readWhole, tooLarge } from './net/body.js'
import {
  guardedConnector,
  plainConnector,
  type Resolve,
  resolvePermitted,
  systemResolve,
} from './net/connector.js'
import type { SafeRequest, SafeResponse } from './net/exchange.js'
import { asFetchError, FetchError } from './net/fetch-error.js'
import { follow } from './net/redirects.js'
import { type StatusAnswer, sendForStatus } from './net/status-only.js'
import { tryUrl } from './net/try-url.js'
import { undici } from './net/undici.js'

export type { Hop, SafeRequest, SafeResponse } from './net/exchange.js'
export { FetchError } from './net/fetch-error.js'

export type SafeFetch = ReturnType<typeof createSafeFetch>

type StatusRequest = Pick<
  SafeRequest,
  'method' | 'headers' | 'body' | 'headTimeoutMs' | 'timeoutMs' | 'trusted'
>

export interface SafeFetchOptions {
  /** Networks that may be reached although they are not public, such as `10.0.0.0/8`. */
  allowedNetworks?: readonly string[]
  resolve?: Resolve
  /** Certificate authorities to trust instead of Node's own (PEM). */
  ca?: string | Buffer
  /** Measures the time limits of requests. */
  startTimer?: StartTimer
}

const DEFAULTS = { headTimeoutMs: 10_000, timeoutMs: 30_000, maxBytes: 1_000_000 }
const RESOLVE_MS = 5_000
const MAX_HEADER_BYTES = 32 * 1024
/** Milliseconds without data after which a body fails. */
const SILENCE_MS = 60_000
const LONGEST_URL = 2_000

/** Checks a URL as far as its text tells, without network access. Throws `FetchError`. */
export function readUrl(text: string, { https = false }: { https?: boolean } = {}): URL {
  if ([...text].length > LONGEST_URL) throw invalid(`the URL is longer than ${LONGEST_URL} characters`)
  if (/\s/.test(text)) throw invalid('the URL must not contain white space')
  if (https && !/^https:/i.test(text)) throw invalid('the URL must begin with https://')
  const url = parseUrl(text)
  refuseCredentials(url)
  if (url.port === '0') throw invalid('the URL has a port that nothing can listen on')
  return url
}

/** The guarded client. Every outgoing request of the program goes through it. Its functions throw `FetchError`. */
export function createSafeFetch(options: SafeFetchOptions = {}) {
  const resolve = options.resolve ?? systemResolve()
  const permits = addressRule((options.allowedNetworks ?? []).map(parseNetwork))
  const { ca, startTimer = systemTimer } = options
  const limits = { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: 0, bodyTimeout: SILENCE_MS }
  // An Agent ignores proxies from the environment; only undici's EnvHttpProxyAgent uses them.
  const makeAgents = ({ Agent } = undici()) => ({
    guarded: new Agent({ ...limits, connect: guardedConnector({ resolve, permits, ca }) }),
    trusting: new Agent({ ...limits, connect: plainConnector({ ca }) }),
  })
  let agents: ReturnType<typeof makeAgents> | undefined

  function agentFor(url: URL, trusted = false): Agent {
    if (!trusted) refuseCredentials(url)
    agents ??= makeAgents()
    return trusted ? agents.trusting : agents.guarded
  }

  async function sendOne(text: string, request: SafeRequest, spentMs: number): Promise<SafeResponse> {
    const url = parseUrl(text)
    return send(agentFor(url, request.trusted), url, request, { startTimer, spentMs })
  }

  return {
    /** Sends one request and does not follow redirects. */
    fetch: (url: string, request: SafeRequest = {}) => sendOne(url, request, 0),
    /** Like `fetch`, but returns only the status; reads at most 64 KiB of the body. */
    async fetchStatus(text: string, request: StatusRequest = {}): Promise<StatusAnswer> {
      const url = parseUrl(text)
      const { headTimeoutMs = DEFAULTS.headTimeoutMs, timeoutMs = DEFAULTS.timeoutMs } = request
      return sendForStatus(agentFor(url, request.trusted), dispatchOptions(url, request), {
        head: { ms: headTimeoutMs, fault: () => noAnswer(headTimeoutMs) },
        whole: { ms: timeoutMs, fault: () => tooSlow(timeoutMs) },
        startTimer,
      })
    },
    /** A GET that follows at most `maxRedirects` (3) redirects and checks each; `timeoutMs` limits the whole chain. */
    fetchFollowing: (url: string, request: SafeRequest & { maxRedirects?: number } = {}) =>
      follow(sendOne, url, request),
    /**
     * Checks that a URL may be stored: it is valid, has no credentials, and its host resolves to permitted
     * addresses only. The error's message is for the author of the URL.
     */
    async checkUrl(text: string, rules?: { https?: boolean }): Promise<void> {
      const { hostname } = readUrl(text, rules)
      const late = () => {
        throw new FetchError('timeout', 'timed out looking up the host name')
      }
      const resolved = resolvePermitted(hostname, resolve, permits)
      await within(RESOLVE_MS, resolved, late, startTimer).catch((error) => {
        throw asFetchError(error)
      })
    },
    async close(): Promise<void> {
      await Promise.all([agents?.guarded.destroy(), agents?.trusting.destroy()])
    },
  }
}

interface Timing {
  startTimer: StartTimer
  /** The part of the whole time limit that earlier requests of a chain of redirects took. */
  spentMs: number
}

async function send(agent: Agent, url: URL, request: SafeRequest, timing: Timing): Promise<SafeResponse> {
  if (request.signal?.aborted) throw cancelled(request.signal)
  return new Promise((resolve, reject) => {
    const abort = new AbortController()
    let body: Readable | undefined
    const limits = watchLimits(request, timing, (error) => {
      // undici reports an abort only once it has a connection; the caller must not wait for that.
      limits.end()
      reject(error)
      body?.destroy(error)
      abort.abort(error)
    })
    agent.request(dispatchOptions(url, request, abort.signal)).then(
      (answer) => {
        limits.endHead()
        body = answer.body
        body.once('close', limits.end).on('error', () => undefined)
        if (abort.signal.aborted) body.destroy()
        resolve(asResponse(url, answer, request))
      },
      (error) => {
        limits.end()
        reject(asFetchError(error))
      },
    )
  })
}

/** Calls `stop` when a time limit of a request has passed, or when its caller cancels it. */
function watchLimits(
  request: SafeRequest,
  { startTimer, spentMs }: Timing,
  stop: (error: FetchError) => void,
) {
  const { signal, headTimeoutMs = DEFAULTS.headTimeoutMs, timeoutMs = DEFAULTS.timeoutMs } = request
  const endHead = startTimer(() => stop(noAnswer(headTimeoutMs)), headTimeoutMs)
  const endWhole = startTimer(() => stop(tooSlow(timeoutMs)), Math.max(0, timeoutMs - spentMs))
  const onAbort = () => stop(cancelled(signal!))
  signal?.addEventListener('abort', onAbort, { once: true })
  const end = () => {
    endHead()
    endWhole()
    signal?.removeEventListener('abort', onAbort)
  }
  return { endHead, end }
}

function dispatchOptions(url: URL, request: SafeRequest, signal?: AbortSignal): Dispatcher.RequestOptions {
  const headers: Record<string, string> = { ...request.headers }
  if (request.decompress) headers['accept-encoding'] = 'gzip, br, deflate'
  if (url.username || url.password) {
    const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
    headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`
  }
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    method: request.method ?? 'GET',
    headers,
    body: request.body ?? null,
    ...(signal && { signal }),
  }
}

function asResponse(
  url: URL,
  answer: Dispatcher.ResponseData,
  { maxBytes = DEFAULTS.maxBytes, decompress = false }: SafeRequest,
): SafeResponse {
  const headers = plainHeaders(answer.headers)
  const stream = () => {
    if (Number(headers['content-length'] ?? 0) > maxBytes) {
      answer.body.destroy()
      throw tooLarge(maxBytes)
    }
    return boundedBody(answer.body, maxBytes, decompress ? headers['content-encoding'] : undefined)
  }
  return {
    url: url.href,
    status: answer.statusCode,
    headers,
    stream,
    body: async () => readWhole(stream()),
    discard: () => drain(answer.body),
  }
}

function parseUrl(text: string): URL {
  // URL() drops line breaks and tabs, so the stored text would differ from the requested URL.
  const isReadable = !/[\u0000-\u001f\u007f]/.test(text) && /^https?:\/\//i.test(text)
  const url = isReadable ? tryUrl(text) : undefined
  if (!url) throw invalid('the URL cannot be read; it must be absolute, with a valid host and port')
  return url
}

function refuseCredentials(url: URL): void {
  if (url.username || url.password) throw invalid('the URL must not contain a user name or password')
}

function invalid(message: string): FetchError {
  return new FetchError('invalid_url', message)
}

function plainHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const plain: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return plain
}

function cancelled(signal: AbortSignal): FetchError {
  return new FetchError('aborted', 'the request was cancelled', { cause: signal.reason })
}

function noAnswer(ms: number): FetchError {
  return new FetchError('timeout', `timed out: no answer within ${seconds(ms)}`)
}

function tooSlow(ms: number): FetchError {
  return new FetchError('timeout', `timed out: the answer was not complete within ${seconds(ms)}`)
}

function seconds(ms: number): string {
  return ms === 1000 ? '1 second' : `${ms / 1000} seconds`
}

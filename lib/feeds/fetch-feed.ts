import { STATUS_CODES } from 'node:http'
import { asSentence } from '../errors.js'
import type { FetchErrorCode } from '../net/fetch-error.js'
import { FetchError, type Hop, type SafeFetch, type SafeResponse } from '../safe-fetch.js'
import { maxAgeMs, retryAfterMs } from './schedule.js'
import { FeedError, type FeedProblem } from './types.js'

const LARGEST_FEED_BYTES = 20_000_000
const LONGEST_FETCH_MS = 60_000
const ACCEPT = 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5'
export const USER_AGENT = 'Overheard/1.0'

/** The validators of the last answer, '' where it had none. */
export interface Validators {
  etag: string
  lastModified: string
}

export interface FeedAnswer {
  /** Null: the feed has not changed since the answer that the validators belong to. */
  bytes: Uint8Array<ArrayBuffer> | null
  contentType: string
  /** The address after redirects. */
  url: string
  /** The new address of the feed, if its server redirects permanently. */
  movedTo: string | null
  validators: Validators
  /** How long the server allows the answer to be cached, in milliseconds. */
  maxAgeMs: number
}

/** The memory of an answer, to be moved to another thread. */
export const buffersOf = ({ bytes }: FeedAnswer): ArrayBuffer[] => (bytes ? [bytes.buffer] : [])

function isPermanent({ status, location }: Hop): boolean {
  return location !== undefined && (status === 301 || status === 308)
}

/** The target of the leading permanent redirects, without a fragment. Redirects after a temporary one do not count. */
function newAddress(chain: readonly Hop[]): string | null {
  let moved: string | null = null
  for (const hop of chain) {
    if (!isPermanent(hop)) break
    moved = hop.location!.replace(/#.*$/s, '')
  }
  return moved
}

function conditions({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag ? { 'if-none-match': etag } : {}),
    ...(lastModified ? { 'if-modified-since': lastModified } : {}),
  }
}

/** What a failed request says of a feed. */
const PROBLEMS: Partial<Record<FetchErrorCode, FeedProblem>> = {
  invalid_url: 'not_allowed',
  address_not_public: 'not_allowed',
  timeout: 'timeout',
  tls: 'tls',
  too_large: 'too_large',
  decode: 'not_a_feed',
}

export const feedProblemOf = ({ code }: FetchError): FeedProblem => PROBLEMS[code] ?? 'unreachable'

/** The operator may allow an address. */
function reasonOf({ code, message }: FetchError): string {
  const hint = code === 'address_not_public' ? ' OVERHEARD_ALLOWED_NETWORKS can allow it.' : ''
  return `${asSentence(message)}${hint}`
}

async function refuse(response: SafeResponse, now: number): Promise<never> {
  const { status, headers } = response
  await response.discard()
  const reason = STATUS_CODES[status]
  if (status === 410)
    throw new FeedError('The publisher says that this feed is gone (410).', 'gone', { isPermanent: true })
  throw new FeedError(`The server answered ${status}${reason ? ` ${reason}` : ''}.`, 'http_error', {
    retryAfterMs: retryAfterMs(headers['retry-after'], now),
  })
}

/**
 * Requests a feed, conditionally if there are validators.
 * @throws FeedError if the answer is neither a document nor "not modified"; the reason of `signal` if it was aborted
 */
export async function fetchFeed(
  safeFetch: SafeFetch,
  request: { url: string; validators: Validators; now: number; signal?: AbortSignal },
): Promise<FeedAnswer> {
  const { url, validators, now, signal } = request
  const isConditional = validators.etag !== '' || validators.lastModified !== ''
  try {
    const { response, chain } = await safeFetch.fetchFollowing(url, {
      headers: { accept: ACCEPT, 'user-agent': USER_AGENT, ...conditions(validators) },
      headTimeoutMs: LONGEST_FETCH_MS,
      timeoutMs: LONGEST_FETCH_MS,
      maxBytes: LARGEST_FEED_BYTES,
      decompress: true,
      ...(signal && { signal }),
    })
    const { status, headers } = response
    const isUnchanged = status === 304 && isConditional
    if (!isUnchanged && status !== 200) return await refuse(response, now)
    if (isUnchanged) await response.discard()
    return {
      // A copy: a small Buffer shares its memory with others, which would move to another thread too.
      bytes: isUnchanged ? null : new Uint8Array(await response.body()),
      contentType: headers['content-type'] ?? '',
      url: response.url,
      movedTo: newAddress(chain),
      validators: {
        etag: headers.etag ?? (isUnchanged ? validators.etag : ''),
        lastModified: headers['last-modified'] ?? (isUnchanged ? validators.lastModified : ''),
      },
      maxAgeMs: maxAgeMs(headers['cache-control']),
    }
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof FetchError) throw new FeedError(reasonOf(error), feedProblemOf(error))
    throw error
  }
}

import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'

export interface SafeRequest {
  method?: Dispatcher.HttpMethod
  headers?: Record<string, string>
  body?: Dispatcher.DispatchOptions['body']
  /** Milliseconds from the start of connecting to the status line; default 10,000. */
  headTimeoutMs?: number
  /** Milliseconds from the start to the last byte of the body, redirects included; default 30,000. */
  timeoutMs?: number
  /** Limit of the body in bytes, both as sent and decoded; default 1,000,000. */
  maxBytes?: number
  /** Offer gzip, brotli and deflate, and decode them. */
  decompress?: boolean
  signal?: AbortSignal
  /** For addresses that the operator configured: permits any address, and credentials in the URL. */
  trusted?: boolean
}

/**
 * An answer up to its head. Call exactly one of `body`, `stream` and `discard`, because they hold the
 * connection. Faults of the body are `FetchError`s.
 */
export interface SafeResponse {
  url: string
  status: number
  /** Lower-case names; repeated headers are joined with `, `. */
  headers: Record<string, string>
  body(): Promise<Buffer>
  stream(): Readable
  /** Reads and drops at most 64 KiB of the body for one second, so that the connection can be reused. */
  discard(): Promise<void>
}

/** One request of a chain of redirects. */
export interface Hop {
  url: string
  status: number
  /** The absolute target of the redirect; undefined for the last hop. */
  location?: string
}

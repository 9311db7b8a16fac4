import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'

export interface SafeRequest {
  method?: Dispatcher.HttpMethod
  headers?: Record<string, string>
  body?: Dispatcher.DispatchOptions['body']
  /** From the start of connecting to the status of the answer, in milliseconds; default 10,000. */
  headTimeoutMs?: number
  /** From the start to the last byte of the body, in milliseconds; default 30,000. */
  timeoutMs?: number
  /** The most bytes of body that are taken, as sent and once unpacked; default 1,000,000. */
  maxBytes?: number
  /** Ask for gzip, brotli and deflate, and unpack them. */
  decompress?: boolean
  signal?: AbortSignal
  /** For addresses that the operator configured: any address, and credentials in the URL. */
  trusted?: boolean
}

/**
 * An answer as far as its head. One of `body`, `stream` and `discard` must be called, once: they hold the
 * connection. Whatever goes wrong with the body is a `FetchError`.
 */
export interface SafeResponse {
  url: string
  status: number
  /** Lower-case names; repeated headers are joined with `, `. */
  headers: Record<string, string>
  body(): Promise<Buffer>
  stream(): Readable
  /** Throws the body away, reading at most `maxBytes` of it for a second so that the connection can stay. */
  discard(maxBytes?: number): Promise<void>
}

/** One request of a chain of redirects: what was asked and what it answered. */
export interface Hop {
  url: string
  status: number
  /** The absolute address it pointed to; undefined for the last hop. */
  location?: string
}

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export interface LoadResult {
  perSecond: number
  /** Milliseconds. */
  p99: number
  failed: number
}

export interface LoadOptions {
  seconds?: number
  connections?: number
  headers?: Record<string, string>
  /** Sent by each connection in turn, each with its own headers. */
  requests?: ReadonlyArray<{ headers: Record<string, string> }>
}

/** Sends as many requests as `connections` can for some seconds, from another process. */
export async function load(
  url: string,
  { seconds = 3, connections = 16, ...rest }: LoadOptions = {},
): Promise<LoadResult> {
  const script = fileURLToPath(new URL('./autocannon-process.js', import.meta.url))
  const options = JSON.stringify({ url, connections, duration: seconds, ...rest })
  const { stdout } = await promisify(execFile)(process.execPath, [script, options])
  return JSON.parse(stdout)
}

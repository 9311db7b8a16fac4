import { monotonicNow } from '../clock.js'
import type { Hop, SafeRequest, SafeResponse } from './exchange.js'
import { FetchError } from './fetch-error.js'
import { tryUrl } from './try-url.js'

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * Sends a request and follows at most `maxRedirects` redirects; `timeoutMs` limits the whole chain.
 * @param fetch sends and checks each request. `spentMs` is the time that those before it took
 */
export async function follow(
  fetch: (url: string, request: SafeRequest, spentMs: number) => Promise<SafeResponse>,
  first: string,
  { maxRedirects = 3, ...request }: SafeRequest & { maxRedirects?: number },
): Promise<{ response: SafeResponse; chain: Hop[] }> {
  const startedAt = monotonicNow()
  const chain: Hop[] = []
  let url = first
  let spentMs = 0
  let headers = request.headers
  for (;;) {
    const response = await fetch(url, { ...request, headers }, spentMs)
    const location = await targetOf(response, url)
    chain.push({ url, status: response.status, ...(location ? { location } : {}) })
    if (!location) return { response, chain }
    await response.discard()
    if (chain.length > maxRedirects) {
      throw new FetchError('too_many_redirects', `more than ${maxRedirects} redirects`)
    }
    if (new URL(location).origin !== new URL(url).origin) headers = withoutSecrets(headers)
    url = location
    spentMs = monotonicNow() - startedAt
  }
}

async function targetOf(response: SafeResponse, from: string): Promise<string | undefined> {
  const { location } = response.headers
  if (!location || !REDIRECTS.has(response.status)) return undefined
  const target = tryUrl(location, from)
  if (target) return target.href
  await response.discard()
  throw new FetchError('protocol', 'the redirect leads to an invalid URL')
}

function withoutSecrets(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !/^(authorization|cookie)$/i.test(name)),
  )
}

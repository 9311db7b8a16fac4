import type { IngestContext } from '../ingest-context.js'
import { normaliseFeedUrl } from './feed-url.js'
import { buffersOf, fetchFeed } from './fetch-feed.js'
import { asFeedError } from './poll-feed.js'
import { type Admission, findFollowed } from './save-admission.js'

/**
 * Reads a feed for the first time, stores its podcast and the items since the start of the UTC day, and
 * follows it from then on.
 * @param text the address as typed
 * @throws FeedError if there is no feed at that address; nothing is stored then
 */
export async function admitFeed(
  context: IngestContext,
  text: string,
  signal: AbortSignal,
): Promise<Admission> {
  const { db, clock, safeFetch, work, shortestPollMs } = context
  const given = text.trim()
  const url = normaliseFeedUrl(given)
  const followed = await findFollowed(db, [given, url])
  if (followed) return followed

  const validators = { etag: '', lastModified: '' }
  const answer = await fetchFeed(safeFetch, { url, validators, now: clock.now(), signal })
  const request = { given, url, answer, admittedAt: clock.now(), shortestPollMs }
  return work.calls.saveAdmission(request, buffersOf(answer)).catch(asFeedError)
}

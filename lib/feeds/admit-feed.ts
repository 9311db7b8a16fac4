import { normaliseFeedUrl } from './feed-url.js'
import { buffersOf, fetchFeed } from './fetch-feed.js'
import { asFeedError, type FeedContext } from './poll-feed.js'
import { type Admission, findFollowed } from './save-admission.js'

/**
 * Admits a feed: reads it once, holds its podcast and the items of the admission day, and follows it
 * from that UTC day on.
 * @param text the address as somebody typed it
 * @throws FeedError when there is no feed at that address; nothing is held then
 */
export async function admitFeed(context: FeedContext, text: string, signal: AbortSignal): Promise<Admission> {
  const { db, clock, safeFetch, work, shortestMs } = context
  const given = text.trim()
  const url = normaliseFeedUrl(given)
  const followed = await findFollowed(db, [given, url])
  if (followed) return followed

  const validators = { etag: '', lastModified: '' }
  const answer = await fetchFeed(safeFetch, { url, validators, now: clock.now(), signal })
  const request = { given, url, answer, admittedAt: clock.now(), shortestMs }
  return work.calls.saveAdmission(request, buffersOf(answer)).catch(asFeedError)
}

import type { components } from '../../generated/console/types.js'
import type { Caller } from '../../lib/accounts/account.js'
import type { TeamState } from '../../lib/accounts/account-store.js'
import type { Alerts } from '../../lib/alerts/alerts.js'
import type { BreadthPreview } from '../../lib/alerts/breadth.js'
import { isoInstant } from '../../lib/clock.js'
import type { EpisodeOrigin } from '../../lib/feeds/episode-origin-store.js'
import { type FeedHealth, statusOf } from '../../lib/feeds/feed-health-store.js'
import type { Limits } from '../../lib/limits/limits.js'
import type { Attempt } from '../../lib/webhooks/attempt-store.js'

type Schemas = components['schemas']

interface SessionFacts {
  usage: Awaited<ReturnType<Limits['usage']>>
  requestsPerMinute: number
  alertUsage: Awaited<ReturnType<Alerts['usage']>>
  hasClassifier: boolean
}

export const presentSession = (
  { keyUuid, keyName, prefix, scope, account }: Caller,
  { usage, requestsPerMinute, alertUsage, hasClassifier }: SessionFacts,
): Omit<Schemas['SessionOut'], 'teams'> => ({
  key: { id: keyUuid, name: keyName, prefix, scope },
  account: { id: account.uuid, name: account.name, plan: account.plan },
  requests_per_minute: requestsPerMinute,
  requests: usage.requests,
  transcript_downloads: usage.transcriptDownloads,
  alerts: {
    active: alertUsage.active,
    limit: alertUsage.limit,
    matches_per_day: alertUsage.matchesPerDay,
  },
  has_classifier: hasClassifier,
})

export const presentTeamState = ({ uuid, name, webhook }: TeamState): Schemas['SessionTeamOut'] => ({
  id: uuid,
  name,
  webhook,
})

export const presentOrigin = (
  { transcript }: EpisodeOrigin,
  alerts: ReadonlyArray<{ uuid: string; name: string }>,
): Schemas['EpisodeOriginOut'] => ({
  source: transcript?.source ?? null,
  model: transcript?.model ?? null,
  is_timed: transcript?.timed ?? false,
  held_at: isoInstant(transcript?.heldAt ?? null),
  alerts: alerts.map(({ uuid, name }) => ({ id: uuid, name })),
})

export const presentBreadth = (breadth: BreadthPreview): Schemas['BreadthOut'] => ({
  episodes_per_day: breadth.episodesPerDay,
  limit: breadth.limit,
  too_broad: breadth.tooBroad,
  is_estimate: breadth.isEstimate,
  days: breadth.days,
  samples: breadth.samples.map(({ episodeUuid, title, excerpt }) => ({
    episode_id: episodeUuid,
    title,
    excerpt,
  })),
})

export const presentAttempt = ({ at, durationMs, statusCode, error }: Attempt) => ({
  at: isoInstant(at),
  duration_ms: durationMs,
  status_code: statusCode,
  error,
})

export const presentFeed = (feed: FeedHealth): Schemas['FeedOut'] => ({
  id: feed.uuid,
  podcast_id: feed.podcastUuid,
  title: feed.title,
  status: statusOf(feed),
  problem: feed.problem,
  last_success_at: isoInstant(feed.lastSuccessAt),
  next_poll_at: isoInstant(feed.nextPollAt),
  episodes: feed.episodes,
  transcripts: feed.transcripts,
  waiting: feed.awaitingRecognition,
  recognising: feed.recognising && {
    done_seconds: feed.recognising.doneSeconds,
    total_seconds: feed.recognising.totalSeconds,
  },
})

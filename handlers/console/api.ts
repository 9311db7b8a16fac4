import type { OperationId } from '../../generated/console/operations.js'
import { AppError, invalidInput } from '../../lib/errors.js'
import { findEpisodeOrigin } from '../../lib/feeds/episode-origin-store.js'
import { listFeedPage } from '../../lib/feeds/feed-health-store.js'
import type { Services } from '../../lib/services.js'
import { accepted, type HandlerOf, ok } from '../operation.js'
import { presentDelivery } from '../present.js'
import {
  presentAttempt,
  presentBreadth,
  presentFeed,
  presentOrigin,
  presentSession,
  presentTeamState,
} from './present.js'

type ConsoleHandlers = { [Op in OperationId]: HandlerOf<Op> }

/** The function behind each operation of `spec/console`. */
export const consoleHandlers = ({
  accounts,
  alerts,
  cursors,
  db,
  limits,
  matches,
  previewBreadth,
  webhooks,
}: Services): ConsoleHandlers => ({
  async redeemSignInLink({ body, clientAddress }) {
    return ok({ key: await accounts.redeemSignInCode(body.code, clientAddress) })
  },

  async getSession({ caller }) {
    const [teams, usage, alertUsage] = await Promise.all([
      accounts.listTeamStates(caller),
      limits.usage(caller.account),
      alerts.usage(caller),
    ])
    return ok({
      ...presentSession(caller, {
        usage,
        alertUsage,
        requestsPerMinute: limits.requestsPerMinute(caller.account),
        hasClassifier: alerts.hasClassifier,
      }),
      teams: teams.map(presentTeamState),
    })
  },

  async getEpisodeOrigin({ team, params }) {
    const origin = await findEpisodeOrigin(db, params.episode_id)
    if (!origin) throw new AppError('episode_not_found')
    return ok(presentOrigin(origin, await matches.alertsMatching(team, params.episode_id)))
  },

  async listMatches({ caller, team, query }) {
    const { results, nextCursor } = await matches.listOfTeam(caller, team, query)
    return ok({ results, next_cursor: nextCursor })
  },

  async previewBreadth({ body }) {
    return ok(presentBreadth(await previewBreadth(body.keywords)))
  },

  async countMatches({ team, params }) {
    return ok({ days: await matches.countByDay(team, params.alert_id) })
  },

  async listFeeds({ query }) {
    const { results, totals, nextCursor } = await listFeedPage({ db, cursors }, query)
    const { awaitingRecognition: waiting, ...counts } = totals
    return ok({ results: results.map(presentFeed), totals: { ...counts, waiting }, next_cursor: nextCursor })
  },

  async filterDeliveries({ team, params, query }) {
    const { results, nextCursor } = await webhooks.listDeliveries(team, params.webhook_id, query)
    return ok({ results: results.map(presentDelivery), next_cursor: nextCursor })
  },

  async listAttempts({ team, params }) {
    const attempts = await webhooks.listAttempts(team, params.webhook_id, params.delivery_id)
    return ok({ results: attempts.map(presentAttempt) })
  },

  async resendDelivery({ team, params }) {
    return accepted({ id: await webhooks.resend(team, params.webhook_id, params.delivery_id) })
  },

  async countReplay({ team, params, query }) {
    return ok({ matches: await webhooks.countReplay(team, params.webhook_id, instantOf(query.since)) })
  },

  async replayMatches({ team, params, body }) {
    return accepted({ matches: await webhooks.replay(team, params.webhook_id, instantOf(body.since)) })
  },
})

/** `date-time` in the description accepts leap seconds, which `Date` cannot represent. */
function instantOf(since: string): number {
  const at = Date.parse(since)
  if (Number.isNaN(at)) throw invalidInput({ since: ['must be a date and time as in ISO 8601'] })
  return at
}

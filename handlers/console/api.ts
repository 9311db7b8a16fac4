import type { OperationId } from '../../generated/console/operations.js'
import { listTeamStates } from '../../lib/accounts/account-store.js'
import { getAlert } from '../../lib/alerts/alert-store.js'
import {
  countMatchesByDay,
  listAlertsMatching,
  listMatches,
  shownMatchesSince,
} from '../../lib/alerts/match-store.js'
import { parseDateTime } from '../../lib/clock.js'
import { AppError, invalidInput } from '../../lib/errors.js'
import { findEpisodeOrigin } from '../../lib/feeds/episode-origin-store.js'
import { listFeedPage } from '../../lib/feeds/feed-health-store.js'
import type { Services } from '../../lib/services.js'
import { accepted, type HandlerOf, ok, okPage } from '../operation.js'
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
  clock,
  config,
  cursors,
  db,
  limits,
  previewBreadth,
  webhooks,
}: Services): ConsoleHandlers => ({
  async redeemSignInLink({ body, clientAddress }) {
    return ok({ key: await accounts.redeemSignInCode(body.code, clientAddress) })
  },

  async getSession({ caller }) {
    const [teams, usage, alertUsage] = await Promise.all([
      listTeamStates(db, { accountId: caller.account.id, teamId: caller.team?.id ?? null }),
      limits.usage(caller.account),
      alerts.usage(caller),
    ])
    return ok({
      ...presentSession(caller, {
        usage,
        alertUsage,
        requestsPerMinute: limits.requestsPerMinute(caller.account),
        hasClassifier: config.classifierServer !== undefined,
      }),
      teams: teams.map(presentTeamState),
    })
  },

  async getEpisodeOrigin({ team, params }) {
    const origin = await findEpisodeOrigin(db, params.episode_id)
    if (!origin) throw new AppError('episode_not_found')
    const since = shownMatchesSince(clock.now())
    const matching = { teamId: team.id, episodeUuid: params.episode_id, since }
    return ok(presentOrigin(origin, await listAlertsMatching(db, matching)))
  },

  async listMatches({ caller, team, query }) {
    const binding = ['listMatches', caller.account.uuid, team.uuid]
    const since = shownMatchesSince(clock.now())
    const { results, nextCursor } = await cursors.pageById(query, binding, (beforeId, limit) =>
      listMatches(db, { teamId: team.id }, { since, beforeId, limit }),
    )
    return ok({ results: results.map(({ body }) => body), next_cursor: nextCursor })
  },

  async previewBreadth({ body }) {
    return ok(presentBreadth(await previewBreadth(body.keywords)))
  },

  async countMatches({ team, params }) {
    const { id: alertId } = await getAlert(db, team.id, params.alert_id)
    return ok({ days: await countMatchesByDay(db, { alertId, teamId: team.id, now: clock.now() }) })
  },

  async listFeeds({ query }) {
    const { results, totals, nextCursor } = await listFeedPage({ db, cursors }, query)
    const { awaitingRecognition: waiting, ...counts } = totals
    return ok({ results: results.map(presentFeed), totals: { ...counts, waiting }, next_cursor: nextCursor })
  },

  async filterDeliveries({ team, params, query }) {
    return okPage(await webhooks.listDeliveries(team, params.webhook_id, query), presentDelivery)
  },

  async listAttempts({ team, params }) {
    const attempts = await webhooks.listAttempts(team, params.webhook_id, params.delivery_id)
    return ok({ results: attempts.map(presentAttempt) })
  },

  async resendDelivery({ team, params }) {
    const { uuid } = await webhooks.resend(team, params.webhook_id, params.delivery_id)
    return accepted({ id: uuid })
  },

  async countReplay({ team, params, query }) {
    return ok({ matches: await webhooks.countReplay(team, params.webhook_id, instantOf(query.since)) })
  },

  async replayMatches({ team, params, body }) {
    return accepted({ matches: await webhooks.replay(team, params.webhook_id, instantOf(body.since)) })
  },
})

function instantOf(since: string): number {
  const at = parseDateTime(since)
  if (at === undefined) throw invalidInput({ since: ['must be in the years 0000 to 9999 in UTC'] })
  return at
}

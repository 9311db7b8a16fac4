import { getAlert } from '../lib/alerts/alert-store.js'
import { getMatch, listMatches, shownMatchesSince } from '../lib/alerts/match-store.js'
import type { Services } from '../lib/services.js'
import { type HandlersOf, ok } from './operation.js'

type Parts = Pick<Services, 'db' | 'clock' | 'cursors'>

/** Matches are stored in the shape that the API returns. */
export const matchHandlers = ({ db, clock, cursors }: Parts): HandlersOf<'matches'> => ({
  async listAlertMatches({ caller, team, params, query }) {
    const binding = ['listAlertMatches', caller.account.uuid, team.uuid, params.alert_id]
    const { results, nextCursor } = await cursors.pageById(query, binding, async (beforeId, limit) => {
      const { id: alertId } = await getAlert(db, team.id, params.alert_id)
      return listMatches(db, { alertId }, { since: shownMatchesSince(clock.now()), beforeId, limit })
    })
    return ok({ results: results.map(({ body }) => body), next_cursor: nextCursor })
  },

  async getMatch({ team, params }) {
    const since = shownMatchesSince(clock.now())
    return ok(await getMatch(db, { uuid: params.match_id, teamId: team.id, since }))
  },
})

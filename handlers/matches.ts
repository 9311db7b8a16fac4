import type { Services } from '../lib/services.js'
import { type HandlersOf, ok } from './operation.js'

/** Matches are stored in the shape that the API returns. */
export const matchHandlers = ({ matches }: Pick<Services, 'matches'>): HandlersOf<'matches'> => ({
  async listAlertMatches({ caller, team, params, query }) {
    const { results, nextCursor } = await matches.list(caller, team, params.alert_id, query)
    return ok({ results, next_cursor: nextCursor })
  },

  async getMatch({ team, params }) {
    return ok(await matches.get(team, params.match_id))
  },
})

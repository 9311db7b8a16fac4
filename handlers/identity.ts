import type { Services } from '../lib/services.js'
import { type HandlersOf, ok } from './operation.js'
import { presentIdentity, presentMember, presentTeam } from './present.js'

export const identityHandlers = ({ accounts }: Pick<Services, 'accounts'>): HandlersOf<'identity'> => ({
  async getIdentity({ caller }) {
    return ok(presentIdentity(caller))
  },

  async listTeams({ caller, query }) {
    const { results, nextCursor } = await accounts.listTeams(caller, query)
    return ok({ results: results.map(presentTeam), next_cursor: nextCursor })
  },

  async listTeamMembers({ caller, params, query }) {
    const { results, nextCursor } = await accounts.listTeamMembers(caller, params.team_id, query)
    return ok({ results: results.map(presentMember), next_cursor: nextCursor })
  },
})

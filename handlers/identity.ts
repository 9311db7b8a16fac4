import type { Services } from '../lib/services.js'
import { type HandlersOf, ok, okPage } from './operation.js'
import { presentIdentity, presentMember, presentTeam } from './present.js'

export const identityHandlers = ({ accounts }: Pick<Services, 'accounts'>): HandlersOf<'identity'> => ({
  async getIdentity({ caller }) {
    return ok(presentIdentity(caller))
  },

  async listTeams({ caller, query }) {
    return okPage(await accounts.listTeams(caller, query), presentTeam)
  },

  async listTeamMembers({ caller, params, query }) {
    return okPage(await accounts.listTeamMembers(caller, params.team_id, query), presentMember)
  },
})

import type { components } from '../../generated/types.js'
import type { Caller, Team } from '../../lib/accounts/account.js'
import type { Member } from '../../lib/accounts/team-store.js'

type Schemas = components['schemas']

export const presentTeam = ({ uuid, name }: Team): Schemas['TeamOut'] => ({ id: uuid, name })

export const presentMember = ({ uuid, fullName }: Member): Schemas['TeamMemberOut'] => ({
  id: uuid,
  full_name: fullName,
})

export const presentIdentity = (caller: Caller): Schemas['IdentityOut'] => ({
  id: caller.keyUuid,
  name: caller.keyName,
  prefix: caller.prefix,
  scope: caller.scope,
  team: caller.team && presentTeam(caller.team),
  account: { id: caller.account.uuid, name: caller.account.name },
})

import type { Context } from 'koa'
import type { Caller, Team } from '../lib/accounts/account.js'
import type { Accounts } from '../lib/accounts/accounts.js'
import type { LimitState } from '../lib/limits/limits.js'
import type { Services } from '../lib/services.js'
import type { Faults } from './faults.js'
import type { ResponseState } from './reply.js'

export const TEAM_HEADER = 'X-Service-Team'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The client's address. Behind a trusted proxy, the last entry of `X-Forwarded-For`, which the proxy itself wrote. */
export function clientAddress(ctx: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? ctx.get('X-Forwarded-For').split(',').at(-1)?.trim() : ''
  return forwarded || ctx.req.socket.remoteAddress || ''
}

function setLimitHeaders({ headers }: ResponseState, state: LimitState): void {
  headers['X-RateLimit-Limit'] = state.limit
  headers['X-RateLimit-Remaining'] = state.remaining
  headers['X-RateLimit-Reset'] = state.reset
  headers['X-RateLimit-Limit-Month'] = state.limitMonth
  headers['X-RateLimit-Remaining-Month'] = state.remainingMonth
  headers['X-RateLimit-Reset-Month'] = state.resetMonth
}

/** The services that authentication needs. */
export type AuthServices = Pick<Services, 'accounts' | 'limits' | 'config'>

export interface Authenticated {
  caller: Caller
  /** Usage of the account's limits, including this request. */
  state: LimitState
}

/**
 * Authenticates a request, counts it and sets the limit headers.
 * @throws AppError `invalid_credentials` or `rate_limited`; the latter has a caller in `ctx.state` if the key is valid
 */
export async function authenticate(
  ctx: Context,
  { accounts, limits, config }: AuthServices,
): Promise<Authenticated> {
  const { authorization } = ctx.req.headers
  const caller = await accounts.authenticate(authorization, clientAddress(ctx, config.trustProxy))
  const response = ctx.state as ResponseState
  response.caller = caller
  const { state, refusal } = await limits.countRequest(caller.account)
  setLimitHeaders(response, state)
  if (refusal) throw refusal
  return { caller, state }
}

/** The team that a request names, and what to say if it is missing or unknown. */
export interface NamedTeam {
  field: string
  value: unknown
  required: string
  unknown: string
}

export const teamInHeader = (ctx: Context): NamedTeam => ({
  field: TEAM_HEADER,
  value: ctx.get(TEAM_HEADER),
  required: 'is required with an account-scoped key: send the id of a team, from GET /teams',
  unknown: 'is not the id of a team of this account: see GET /teams',
})

/**
 * Finds the team that a team-scoped operation acts on. A team-scoped key ignores the header. Undefined if there is
 * none; `faults` then says why.
 */
export async function resolveTeam(
  { field, value, required, unknown }: NamedTeam,
  caller: Caller,
  accounts: Accounts,
  faults: Faults,
): Promise<Team | undefined> {
  if (caller.team && field === TEAM_HEADER) return caller.team
  if (value === '') return void faults.add(field, required)
  if (typeof value !== 'string' || !UUID.test(value)) return void faults.add(field, 'must be a UUID')
  const uuid = value.toLowerCase()
  const team = caller.team ?? (await accounts.findTeam(caller, uuid))
  if (team?.uuid === uuid) return team
  return void faults.add(field, unknown)
}

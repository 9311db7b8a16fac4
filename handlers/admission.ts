import type { Context } from 'koa'
import type { Caller, Team } from '../lib/accounts/account.js'
import type { Accounts } from '../lib/accounts/accounts.js'
import type { LimitState, Limits } from '../lib/limits/limits.js'
import type { Faults } from './faults.js'
import type { AnswerState } from './reply.js'

export const TEAM_HEADER = 'X-Service-Team'
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Where a request comes from. Behind a trusted proxy, the last entry is the one that the proxy itself wrote. */
export function clientAddress(ctx: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? ctx.get('X-Forwarded-For').split(',').at(-1)?.trim() : ''
  return forwarded || ctx.req.socket.remoteAddress || ''
}

function setLimitHeaders({ headers }: AnswerState, state: LimitState): void {
  headers['X-RateLimit-Limit'] = state.limit
  headers['X-RateLimit-Remaining'] = state.remaining
  headers['X-RateLimit-Reset'] = state.reset
  headers['X-RateLimit-Limit-Month'] = state.limitMonth
  headers['X-RateLimit-Remaining-Month'] = state.remainingMonth
  headers['X-RateLimit-Reset-Month'] = state.resetMonth
}

export interface Admission {
  accounts: Accounts
  limits: Limits
  trustProxy: boolean
}

export interface Admitted {
  caller: Caller
  /** Where the account stands, this request counted. */
  state: LimitState
}

/**
 * Whom the key of a request belongs to, with the request counted and the limit headers set.
 * @throws AppError `invalid_credentials` or `rate_limited`
 */
export async function admit(ctx: Context, { accounts, limits, trustProxy }: Admission): Promise<Admitted> {
  const { authorization } = ctx.req.headers
  const caller =
    accounts.knownCaller(authorization) ??
    (await accounts.authenticate(authorization, clientAddress(ctx, trustProxy)))
  const { state, refusal } = await limits.countRequest(caller.account)
  setLimitHeaders(ctx.state as AnswerState, state)
  if (refusal) throw refusal
  return { caller, state }
}

/** The team that a request of a team's operation acts on; undefined, and named in `faults`, when there is none. */
export async function resolveTeam(
  ctx: Context,
  caller: Caller,
  accounts: Accounts,
  faults: Faults,
): Promise<Team | undefined> {
  if (caller.team) return caller.team
  const named = ctx.get(TEAM_HEADER)
  if (named === '') return void faults.add(TEAM_HEADER, 'is required with an account-scoped key')
  if (!UUID.test(named)) return void faults.add(TEAM_HEADER, 'must be a UUID')
  const team = await accounts.findTeam(caller, named.toLowerCase())
  if (!team) faults.add(TEAM_HEADER, 'names no team of this account')
  return team
}

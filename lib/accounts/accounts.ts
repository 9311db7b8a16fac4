import type { Clock } from '../clock.js'
import type { CursorBinding, Cursors, Page, PageQuery } from '../cursor.js'
import type { Database } from '../db/types.js'
import { VersionedCache } from '../db/versioned-cache.js'
import { AppError } from '../errors.js'
import { rateLimited } from '../limits/limits.js'
import type { Caller, Team } from './account.js'
import {
  findTeamOfAccount,
  listMembers,
  listTeamStates,
  listTeamsOfAccount,
  type Member,
  type TeamState,
} from './account-store.js'
import { hashKey, isWellFormedKey } from './api-key.js'
import { BadKeyBrake } from './bad-key-brake.js'
import { findCaller } from './key-store.js'
import { redeemSignInCode } from './sign-in-link-store.js'

const CALLERS_AT_MOST = 10_000

const keyIn = (authorization = ''): string | undefined => /^bearer +(\S+) *$/i.exec(authorization)?.[1]

/** Authenticates callers, and lists the teams and people that they may see. */
export class Accounts {
  private readonly brake = new BadKeyBrake()
  /** Callers by their `Authorization` header. */
  private readonly callers: VersionedCache<Caller>

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly cursors: Cursors,
  ) {
    this.callers = new VersionedCache(db, (key) => findCaller(db, hashKey(key)), CALLERS_AT_MOST)
  }

  /** The cached caller of an `Authorization` header; undefined if nobody looked it up since the last commit. */
  knownCaller(authorization: string | undefined): Caller | undefined {
    const key = keyIn(authorization)
    return key === undefined ? undefined : this.callers.known(key)
  }

  /**
   * The caller of an `Authorization` header.
   * @throws AppError `invalid_credentials`, or `rate_limited` for too many bad keys from one address
   */
  async authenticate(authorization: string | undefined, clientAddress: string): Promise<Caller> {
    const key = keyIn(authorization)
    if (key === undefined || !isWellFormedKey(key)) throw new AppError('invalid_credentials')
    const caller = await this.callers.get(key)
    if (caller) return caller
    throw this.refusal(clientAddress)
  }

  /**
   * The key behind the code of a sign-in link; a code works once.
   * @throws AppError as `authenticate`; unknown codes, and codes of revoked keys, count as unknown keys
   */
  async redeemSignInCode(code: string, clientAddress: string): Promise<string> {
    const key = await redeemSignInCode(this.db, code, this.clock.now())
    if (key === undefined || !(await this.callers.get(key))) throw this.refusal(clientAddress)
    return key
  }

  /** The first teams that the caller may see, each with the state of its webhook. */
  listTeamStates(caller: Caller): Promise<TeamState[]> {
    return listTeamStates(this.db, { accountId: caller.account.id, teamId: caller.team?.id ?? null })
  }

  /** A team of the caller's account by its id; undefined when the account has no such team. */
  findTeam(caller: Caller, uuid: string): Promise<Team | undefined> {
    return findTeamOfAccount(this.db, caller.account.id, uuid)
  }

  async listTeams(caller: Caller, { limit, cursor }: PageQuery): Promise<Page<Team>> {
    const binding: CursorBinding = ['listTeams', caller.account.uuid, caller.team?.uuid ?? null]
    const afterId = this.cursors.read<number>(cursor, binding) ?? 0
    if (caller.team) return { results: afterId === 0 ? [caller.team] : [], nextCursor: null }
    const teams = await listTeamsOfAccount(this.db, caller.account.id, afterId, limit + 1)
    return this.cursors.page(teams, limit, binding)
  }

  /** @throws AppError `team_not_found`, also for a team of another account */
  async listTeamMembers(
    caller: Caller,
    teamUuid: string,
    { limit, cursor }: PageQuery,
  ): Promise<Page<Member>> {
    const binding: CursorBinding = ['listTeamMembers', caller.account.uuid, teamUuid]
    const afterId = this.cursors.read<number>(cursor, binding) ?? 0
    const team = await this.reachableTeam(caller, teamUuid)
    return this.cursors.page(await listMembers(this.db, team.id, afterId, limit + 1), limit, binding)
  }

  /** The error for a well-formed but unknown key or code. */
  private refusal(clientAddress: string): AppError {
    const now = this.clock.now()
    const resetAt = this.brake.count(clientAddress, now)
    if (resetAt === undefined) return new AppError('invalid_credentials')
    return rateLimited(
      'per_minute',
      resetAt,
      now,
      'This address sent too many unknown keys. Check the key, and try again after the time in Retry-After.',
    )
  }

  private async reachableTeam(caller: Caller, uuid: string): Promise<Team> {
    const team = caller.team?.uuid === uuid ? caller.team : undefined
    const found = caller.team ? team : await this.findTeam(caller, uuid)
    if (!found) throw new AppError('team_not_found')
    return found
  }
}

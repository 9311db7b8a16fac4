import type { Clock } from '../clock.js'
import type { Cursors, Page, PageQuery } from '../cursor.js'
import type { Database } from '../db/types.js'
import { VersionedCache } from '../db/versioned-cache.js'
import { AppError } from '../errors.js'
import { rateLimited } from '../limits/limits.js'
import type { Caller, Team } from './account.js'
import { findTeamOfAccount, listMembers, listTeamsOfAccount, type Member } from './account-store.js'
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

  /** A team of the caller's account by its id; undefined when the account has no such team. */
  findTeam(caller: Caller, uuid: string): Promise<Team | undefined> {
    return findTeamOfAccount(this.db, caller.account.id, uuid)
  }

  listTeams(caller: Caller, query: PageQuery): Promise<Page<Team>> {
    const binding = ['listTeams', caller.account.uuid, caller.team?.uuid ?? null]
    return this.cursors.pageById(query, binding, async (afterId = 0, limit) => {
      if (caller.team) return afterId === 0 ? [caller.team] : []
      return listTeamsOfAccount(this.db, caller.account.id, afterId, limit)
    })
  }

  /** @throws AppError `team_not_found`, also for a team of another account */
  listTeamMembers(caller: Caller, teamUuid: string, query: PageQuery): Promise<Page<Member>> {
    const binding = ['listTeamMembers', caller.account.uuid, teamUuid]
    return this.cursors.pageById(query, binding, async (afterId = 0, limit) => {
      const team = caller.team ?? (await this.findTeam(caller, teamUuid))
      if (team?.uuid !== teamUuid) throw new AppError('team_not_found')
      return listMembers(this.db, team.id, afterId, limit)
    })
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
}

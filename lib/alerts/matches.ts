import type { Caller, Team } from '../accounts/account.js'
import type { Page, PageQuery } from '../accounts/accounts.js'
import type { Clock } from '../clock.js'
import type { CursorBinding, Cursors } from '../cursor.js'
import type { Db } from '../db/types.js'
import { AppError } from '../errors.js'
import { findAlert } from './alert-store.js'
import type { MatchBody } from './match.js'
import { findMatch, listMatches, MATCHES_KEPT_MS } from './match-store.js'

/** The matches of a team's alerts, as far as they are still shown. */
export class Matches {
  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly cursors: Cursors,
  ) {}

  /** Newest first. @throws AppError `alert_not_found` */
  async list(
    caller: Caller,
    team: Team,
    alertUuid: string,
    { limit, cursor }: PageQuery,
  ): Promise<Page<MatchBody>> {
    const binding: CursorBinding = ['listAlertMatches', caller.account.uuid, team.uuid, alertUuid]
    const beforeId = this.cursors.read<number>(cursor, binding) ?? Number.MAX_SAFE_INTEGER
    const alert = await findAlert(this.db, team.id, alertUuid)
    if (!alert) throw new AppError('alert_not_found')
    const found = await listMatches(this.db, {
      alertId: alert.id,
      since: this.since,
      beforeId,
      limit: limit + 1,
    })
    const shown = found.slice(0, limit)
    return {
      results: shown.map(({ body }) => body),
      nextCursor: found.length > limit ? this.cursors.issue(binding, shown.at(-1)!.id) : null,
    }
  }

  /** @throws AppError `alert_match_not_found` */
  async get(team: Team, uuid: string): Promise<MatchBody> {
    const match = await findMatch(this.db, { uuid, teamId: team.id, since: this.since })
    if (!match) throw new AppError('alert_match_not_found')
    return match.body
  }

  private get since(): number {
    return this.clock.now() - MATCHES_KEPT_MS
  }
}

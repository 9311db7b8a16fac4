import type { Caller, Team } from '../accounts/account.js'
import { type Clock, DAY_MS, startOfUtcDay, utcDay } from '../clock.js'
import type { CursorBinding, Cursors, Page, PageQuery } from '../cursor.js'
import type { Db } from '../db/types.js'
import { AppError } from '../errors.js'
import { getAlert } from './alert-store.js'
import type { MatchDocument } from './match.js'
import {
  countMatchesByDay,
  findMatch,
  listAlertsMatching,
  listMatches,
  MATCHES_KEPT_MS,
  type MatchOwner,
} from './match-store.js'

/** Reads the matches of a team's alerts that are still shown. */
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
  ): Promise<Page<MatchDocument>> {
    const binding: CursorBinding = ['listAlertMatches', caller.account.uuid, team.uuid, alertUuid]
    const beforeId = this.beforeId(cursor, binding)
    const alert = await getAlert(this.db, team.id, alertUuid)
    return this.page({ alertId: alert.id }, limit, beforeId, binding)
  }

  /** Matches of all alerts of a team, newest first. */
  async listOfTeam(caller: Caller, team: Team, { limit, cursor }: PageQuery): Promise<Page<MatchDocument>> {
    const binding: CursorBinding = ['listMatches', caller.account.uuid, team.uuid]
    return this.page({ teamId: team.id }, limit, this.beforeId(cursor, binding), binding)
  }

  /** Number of matches on each of the last 60 UTC days, oldest first. @throws AppError `alert_not_found` */
  async countByDay(team: Team, alertUuid: string): Promise<Array<{ date: string; matches: number }>> {
    const alert = await getAlert(this.db, team.id, alertUuid)
    const today = startOfUtcDay(this.clock.now())
    const since = today - MATCHES_KEPT_MS + DAY_MS
    const counts = await countMatchesByDay(this.db, { alertId: alert.id, teamId: team.id, since })
    const days: Array<{ date: string; matches: number }> = []
    for (let at = since; at <= today; at += DAY_MS) {
      days.push({ date: utcDay(at), matches: counts.get(at) ?? 0 })
    }
    return days
  }

  /** The alerts of a team that matched an episode. */
  alertsMatching(team: Team, episodeUuid: string): Promise<Array<{ uuid: string; name: string }>> {
    return listAlertsMatching(this.db, { teamId: team.id, episodeUuid, since: this.since })
  }

  /** @throws AppError `alert_match_not_found` */
  async get(team: Team, uuid: string): Promise<MatchDocument> {
    const match = await findMatch(this.db, { uuid, teamId: team.id, since: this.since })
    if (!match) throw new AppError('alert_match_not_found')
    return match.body
  }

  private beforeId(cursor: string | undefined, binding: CursorBinding): number {
    return this.cursors.read<number>(cursor, binding) ?? Number.MAX_SAFE_INTEGER
  }

  private async page(
    owner: MatchOwner,
    limit: number,
    beforeId: number,
    binding: CursorBinding,
  ): Promise<Page<MatchDocument>> {
    const page = { since: this.since, beforeId, limit: limit + 1 }
    const found = await listMatches(this.db, owner, page)
    const { results, nextCursor } = this.cursors.page(found, limit, binding)
    return { results: results.map(({ body }) => body), nextCursor }
  }

  private get since(): number {
    return this.clock.now() - MATCHES_KEPT_MS
  }
}

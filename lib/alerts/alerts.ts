import type { Caller, Team } from '../accounts/account.js'
import { findAccount } from '../accounts/account-store.js'
import type { Clock } from '../clock.js'
import type { Config } from '../config.js'
import type { CursorBinding, Cursors, Page, PageQuery } from '../cursor.js'
import type { Db } from '../db/types.js'
import { AppError, type FaultyFields, invalidInput } from '../errors.js'
import type { Ids } from '../ids.js'
import type { Alert, AlertChange, AlertInput } from './alert.js'
import { changedValues, distinctKeywords, faultsOfResult, needsBreadthCheck } from './alert-rules.js'
import {
  changeAlerts,
  countAlerts,
  getAlert,
  insertAlert,
  listActiveAlertsOver,
  listAlerts,
  pauseAlert,
  updateAlert,
} from './alert-store.js'
import { type Breadth, tooBroadMessage } from './breadth.js'
import { listMemberIds, replaceRecipients } from './recipient-store.js'

/** How many unknown recipients a refusal names; a request may contain a thousand. */
const UNKNOWN_RECIPIENTS_NAMED = 10

/** An account may have this many alerts, active or not, for each active alert that its plan allows. */
const ALERTS_PER_ACTIVE_ONE = 20

const NOT_PAUSED = { pausedAt: null, pausedReason: null }

interface AlertsOptions {
  db: Db
  clock: Clock
  ids: Ids
  cursors: Cursors
  config: Config
  /** Counts matches of keywords in the last week's transcripts. */
  measureBreadth(keywords: readonly string[]): Promise<Breadth>
}

/**
 * Creates and changes alerts by all their rules, except those that `faultsOfRequest` has checked. Validates a request
 * before it writes anything.
 */
export class Alerts {
  constructor(private readonly options: AlertsOptions) {}

  async list(caller: Caller, team: Team, { limit, cursor }: PageQuery): Promise<Page<Alert>> {
    const { db, cursors } = this.options
    const binding: CursorBinding = ['listAlerts', caller.account.uuid, team.uuid]
    const beforeId = cursors.read<number>(cursor, binding) ?? Number.MAX_SAFE_INTEGER
    const { alerts, last } = await listAlerts(db, { teamId: team.id, beforeId, limit })
    return { results: alerts, nextCursor: last === null ? null : cursors.issue(binding, last) }
  }

  /** @throws AppError `invalid_input`, `plan_limit_reached` */
  async create(caller: Caller, team: Team, input: AlertInput): Promise<Alert> {
    const { db, ids, clock } = this.options
    const { recipientUuids, ...values } = input
    const { recipients, strangers } = await this.findRecipients(team, recipientUuids)
    refuse(strangers)
    await this.refuseOneMore(db, caller, input)
    const keywords = distinctKeywords(input.keywords)
    await this.refuseTooBroad(keywords)
    return changeAlerts(db, async (db, changeNumber) => {
      await this.refuseOneMore(db, caller, input)
      const uuid = ids.uuid()
      const id = await insertAlert(db, {
        ...values,
        uuid,
        keywords,
        teamId: team.id,
        createdBy: caller.userId,
        changeNumber,
        now: clock.now(),
      })
      await replaceRecipients(db, id, recipients)
      return getAlert(db, team.id, uuid)
    })
  }

  /** @throws AppError `alert_not_found`, `invalid_input`, `plan_limit_reached` */
  async update(caller: Caller, team: Team, uuid: string, change: AlertChange): Promise<Alert> {
    const { db, clock } = this.options
    const before = await getAlert(db, team.id, uuid)
    if (Object.values(change).every((value) => value === undefined)) return before
    const { id, pausedAt, pausedReason } = before
    const values = changedValues(before, change)
    const { recipients, strangers } = await this.findRecipients(team, change.recipientUuids ?? [])
    refuse({ ...strangers, ...faultsOfResult(values) })
    const startsAnew = values.isActive && !before.isActive
    if (startsAnew) await this.refuseOverPlan(db, caller, id)
    if (needsBreadthCheck(change, values)) await this.refuseTooBroad(values.keywords)
    const updated = await changeAlerts(db, async (db, changeNumber) => {
      const current = await getAlert(db, team.id, uuid)
      if (current.updatedAt !== before.updatedAt) return undefined
      if (startsAnew) await this.refuseOverPlan(db, caller, id)
      const pause = change.isActive === undefined ? { pausedAt, pausedReason } : NOT_PAUSED
      await updateAlert(db, { ...values, ...pause, id, startsAnew, changeNumber, now: clock.now() })
      if (change.recipientUuids) await replaceRecipients(db, id, recipients)
      return getAlert(db, team.id, uuid)
    })
    // Undefined: the alert has changed since it was checked.
    return updated ?? this.update(caller, team, uuid, change)
  }

  /** Active alerts of the caller's account, and how many its plan allows. */
  async usage({ account }: Caller): Promise<{ active: number; limit: number; matchesPerDay: number }> {
    const { db, config } = this.options
    return {
      active: (await countAlerts(db, account.id)).active,
      limit: config.planAlerts[account.plan],
      matchesPerDay: config.alertMatchesPerDay,
    }
  }

  /** Finds the members among the given users, and the faults of naming others. */
  private async findRecipients(
    team: Team,
    uuids: readonly string[],
  ): Promise<{ recipients: number[]; strangers: FaultyFields }> {
    if (uuids.length === 0) return { recipients: [], strangers: {} }
    const members = await listMemberIds(this.options.db, team.id)
    const distinct = [...new Set(uuids)]
    const unknown = distinct.filter((uuid) => !members.has(uuid))
    const messages = unknown
      .slice(0, UNKNOWN_RECIPIENTS_NAMED)
      .map((uuid) => `${uuid} is not a member of the team: see GET /teams/{team_id}/members`)
    return {
      recipients: distinct.flatMap((uuid) => members.get(uuid) ?? []),
      strangers: messages.length > 0 ? { recipient_user_ids: messages } : {},
    }
  }

  private async refuseOneMore(db: Db, caller: Caller, { isActive }: AlertInput): Promise<void> {
    const limit = await this.activeLimit(db, caller)
    const { all, active } = await countAlerts(db, caller.account.id)
    if (isActive && active >= limit) throw limitReached(limit)
    if (all >= limit * ALERTS_PER_ACTIVE_ONE) throw limitReached(limit * ALERTS_PER_ACTIVE_ONE)
  }

  /** Refuses to activate an alert when the account has all active ones that its plan allows. */
  private async refuseOverPlan(db: Db, caller: Caller, id: number): Promise<void> {
    const limit = await this.activeLimit(db, caller)
    const { active } = await countAlerts(db, caller.account.id, id)
    if (active >= limit) throw limitReached(limit)
  }

  /** Reads the plan here, because it may have changed after the caller was authenticated. */
  private async activeLimit(db: Db, { account }: Caller): Promise<number> {
    const { plan } = (await findAccount(db, account.uuid)) ?? account
    return this.options.config.planAlerts[plan]
  }

  private async refuseTooBroad(keywords: readonly string[]): Promise<void> {
    const breadth = await this.options.measureBreadth(keywords)
    if (breadth.tooBroad) refuse({ keywords: [tooBroadMessage(breadth)] })
  }
}

/**
 * Pauses an account's newest active alerts beyond `limit`, after a change to a smaller plan. Call it in the
 * transaction that changes the plan. @returns the number of paused alerts
 */
export function pauseOverPlanLimit(db: Db, accountId: number, limit: number, now: number): Promise<number> {
  return changeAlerts(db, async (db, changeNumber) => {
    const ids = await listActiveAlertsOver(db, accountId, limit)
    for (const id of ids) await pauseAlert(db, { id, reason: 'plan_limit', changeNumber, now })
    return ids.length
  })
}

function limitReached(limit: number): AppError {
  return new AppError('plan_limit_reached', { extra: { limit_key: 'alerts', limit } })
}

function refuse(faults: FaultyFields): void {
  if (Object.keys(faults).length > 0) throw invalidInput(faults)
}

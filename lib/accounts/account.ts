import type { PlanName } from '../config.js'

export interface Account {
  id: number
  uuid: string
  name: string
  plan: PlanName
  /** `YYYY-MM-DD` */
  createdOn: string
  subscribedOn: string | null
  /** Day of the month, 1 to 31, on which the monthly allowances reset. */
  anchorDay: number
}

export interface Team {
  id: number
  uuid: string
  name: string
  accountId: number
}

/** Who a request acts for. `team` is null for an account-scoped key. */
export interface Caller {
  keyId: number
  keyUuid: string
  keyName: string
  prefix: string
  scope: 'team' | 'account'
  userId: number | null
  account: Account
  team: Team | null
}

export interface AccountRow {
  id: number
  uuid: string
  name: string
  plan: string
  created_on: string
  subscribed_on: string | null
}

export function accountOf(row: AccountRow): Account {
  return {
    id: row.id,
    uuid: row.uuid,
    name: row.name,
    plan: row.plan as PlanName,
    createdOn: row.created_on,
    subscribedOn: row.subscribed_on,
    anchorDay: Number((row.subscribed_on ?? row.created_on).slice(8, 10)),
  }
}

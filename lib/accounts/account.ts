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

/** An account as its columns are; see `ACCOUNT_COLUMNS`. */
export type AccountRow = Omit<Account, 'anchorDay'>

export const ACCOUNT_COLUMNS =
  'id, uuid, name, plan, created_on AS "createdOn", subscribed_on AS "subscribedOn"'

export function accountOf(row: AccountRow): Account {
  return { ...row, anchorDay: Number((row.subscribedOn ?? row.createdOn).slice(8, 10)) }
}

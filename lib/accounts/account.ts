import type { PlanName } from '../config.js'

export interface Account {
  id: number
  uuid: string
  name: string
  plan: PlanName
  /** `YYYY-MM-DD` */
  createdOn: string
  subscribedOn: string | null
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

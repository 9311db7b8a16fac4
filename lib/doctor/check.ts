import { existsSync } from 'node:fs'
import type { Clock } from '../clock.js'
import type { Config } from '../config.js'
import { isPostgres } from '../db/is-postgres.js'
import { connect } from '../db/open.js'
import type { Db } from '../db/types.js'
import type { SafeFetch } from '../safe-fetch.js'

/** The result of a check and, for a fault, how to fix it. */
export interface Finding {
  ok: boolean
  detail: string
}

export interface Check extends Finding {
  name: string
}

/** What the checks need. */
export interface CheckContext {
  config: Config
  clock: Clock
  safeFetch: SafeFetch
  /** Variables with our prefix that the program does not know. */
  unknownVariables: readonly string[]
}

export const fine = (detail: string): Finding => ({ ok: true, detail })
export const fault = (detail: string): Finding => ({ ok: false, detail })

/** What `read` finds in the database. Undefined if there is none yet or it cannot be read: other checks report that. */
export async function fromDatabase<T>(
  { database }: Config,
  read: (db: Db) => Promise<T | undefined>,
): Promise<T | undefined> {
  if (!isPostgres(database) && !existsSync(database)) return undefined
  try {
    const db = connect(database)
    return await read(db).finally(() => db.close())
  } catch {
    return undefined
  }
}

import { workerData } from 'node:worker_threads'
import { monotonicNow } from '../clock.js'
import { serveThread } from '../threads/serve-thread.js'
import type { Operation } from './base-db.js'
import { writerEnded } from './errors.js'
import { SqliteDatabase, type SqliteTransaction } from './sqlite.js'
import type { Params } from './types.js'

/** A statement of the main thread. */
interface WriterStatement {
  operation: Operation
  sql: string
  params: Params
  /** When the caller stops waiting for another process's lock, if the statement is not one of the open transaction. */
  giveUpAt?: number
}

const { path } = workerData as { path: string }
const database = new SqliteDatabase(path)
/** Fine enough for waiting, and coarse enough that an idle writer rarely changes its timeout. */
const TIMEOUT_STEP_MS = 250

/** The open transaction of the main thread, which lets transactions and single statements take turns. */
let open: SqliteTransaction | undefined
/** Why the latest transaction could not begin. Its statements, which the main thread sends at once, fail too. */
let failure: unknown
/** SQLite's present lock timeout, in milliseconds. */
let timeoutMs = -1

/**
 * Sets the lock timeout to what is left of the caller's limit after waiting for its turn.
 * @param giveUpAt milliseconds on the clock of `monotonicNow`
 */
function setLockTimeout(giveUpAt: number): void {
  const left = Math.max(0, Math.ceil((giveUpAt - monotonicNow()) / TIMEOUT_STEP_MS) * TIMEOUT_STEP_MS)
  if (left === timeoutMs) return
  database.connection.pragma(`busy_timeout = ${left}`)
  timeoutMs = left
}

/** @throws also if an earlier thread, which has died, began the transaction */
function openTransaction(): SqliteTransaction {
  if (!open) throw failure ?? writerEnded()
  return open
}

const calls = {
  begin(giveUpAt: number): void {
    setLockTimeout(giveUpAt)
    failure = undefined
    try {
      open = database.begin()
    } catch (error) {
      failure = error
      throw error
    }
  },

  execute({ operation, sql, params, giveUpAt }: WriterStatement): Promise<unknown> {
    if (giveUpAt === undefined) return openTransaction()[operation](sql, params)
    setLockTimeout(giveUpAt)
    return database[operation](sql, params)
  },

  commit(): void {
    const transaction = openTransaction()
    open = undefined
    transaction.commit()
  },

  rollback(): void {
    const transaction = open
    open = undefined
    transaction?.rollback()
  },

  truncateLog: () => database.truncateLog(),

  async close(): Promise<void> {
    // A failing disk must not prevent the stop: the log has all data.
    await database.truncateLog().catch(() => undefined)
    await database.close()
  },
}

export type WriterCalls = typeof calls

serveThread(calls)

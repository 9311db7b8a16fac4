import { workerData } from 'node:worker_threads'
import { monotonicNow } from '../clock.js'
import { serveThread } from '../threads/serve-thread.js'
import { writerEnded } from './errors.js'
import { SqliteDatabase, type SqliteTransaction } from './sqlite.js'
import { type Db, type Params, TRANSACTION_OVER } from './types.js'

/** A request of the main thread: a single statement (`tx` 0), or a statement of a transaction. */
export interface WriterRequest {
  tx: number
  op: 'begin' | 'commit' | 'rollback' | 'all' | 'get' | 'run' | 'truncateLog' | 'close'
  sql?: string
  params?: Params
  /** When the caller stops waiting for another process's lock: milliseconds on the clock of `monotonicNow`. */
  giveUpAt: number
}

const { path } = workerData as { path: string }
const database = new SqliteDatabase(path)
const connection = database.connection
/** Fine enough for waiting, and coarse enough that an idle writer rarely changes its timeout. */
const TIMEOUT_STEP_MS = 250

/** Transactions run one at a time. Requests outside the open one wait here. */
const waiting: Array<{
  request: WriterRequest
  resolve(value: unknown): void
  reject(error: unknown): void
}> = []
/** The latest transaction that this thread began. */
let lastTx = 0
/** The open transaction of the main thread, or the error with which it failed to begin and its statements fail too. */
let open: { tx: number; transaction?: SqliteTransaction; failure?: unknown } | undefined
/** SQLite's present lock timeout, in milliseconds. */
let timeoutMs = -1

/** Sets the lock timeout to what is left of the caller's limit after the time in the queue. */
function setLockTimeout({ giveUpAt }: WriterRequest): void {
  const left = Math.max(0, Math.ceil((giveUpAt - monotonicNow()) / TIMEOUT_STEP_MS) * TIMEOUT_STEP_MS)
  if (left === timeoutMs) return
  connection.pragma(`busy_timeout = ${left}`)
  timeoutMs = left
}

async function execute(request: WriterRequest): Promise<unknown> {
  const { tx, op } = request
  if (op === 'truncateLog') return database.truncateLog()
  if (op === 'close') return close()
  if (tx === 0) {
    setLockTimeout(request)
    return statement(database, request)
  }
  if (op === 'begin') return begin(request)
  if (tx !== open?.tx) {
    if (op === 'rollback') return undefined
    throw tx > lastTx ? writerEnded() : new Error(TRANSACTION_OVER)
  }
  return inTransaction(open, request)
}

function begin(request: WriterRequest): void {
  open = { tx: request.tx }
  lastTx = request.tx
  setLockTimeout(request)
  try {
    open.transaction = database.begin()
  } catch (error) {
    open.failure = error
    throw error
  }
}

async function inTransaction(current: NonNullable<typeof open>, request: WriterRequest): Promise<unknown> {
  const { op } = request
  if (op === 'commit' || op === 'rollback') open = undefined
  if (op === 'rollback') return current.transaction?.rollback()
  if (!current.transaction) throw current.failure
  return op === 'commit' ? current.transaction.commit() : statement(current.transaction, request)
}

function statement(db: Db, { op, sql, params }: WriterRequest): Promise<unknown> {
  return db[op as 'all' | 'get' | 'run'](sql!, params)
}

async function close(): Promise<void> {
  // A failing disk must not prevent the stop: the log has all data.
  await database.truncateLog().catch(() => undefined)
  await database.close()
}

let busy = false

async function drain(): Promise<void> {
  if (busy) return
  busy = true
  for (;;) {
    const index = open ? waiting.findIndex(({ request }) => request.tx === open?.tx) : 0
    const [next] = index >= 0 ? waiting.splice(index, 1) : []
    if (!next) break
    await execute(next.request).then(next.resolve, next.reject)
  }
  busy = false
}

const calls = {
  execute: (request: WriterRequest) =>
    new Promise<unknown>((resolve, reject) => {
      waiting.push({ request, resolve, reject })
      void drain()
    }),
}

export type WriterCalls = typeof calls

serveThread(calls)

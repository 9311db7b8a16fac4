import { parentPort, workerData } from 'node:worker_threads'
import { monotonicNow } from './monotonic-now.js'
import { SqliteDatabase, type SqliteTransaction, TRANSACTION_OVER } from './sqlite.js'
import type { Db, Params } from './types.js'

/** What the main thread asks for: a statement alone (`tx` 0) or within its transaction. */
export interface WriterRequest {
  id: number
  tx: number
  op: 'begin' | 'commit' | 'rollback' | 'all' | 'get' | 'run' | 'truncateLog' | 'close'
  sql?: string
  params?: Params
  /** When whoever asked stops waiting for another process's lock; in milliseconds, on the clock of `monotonicNow`. */
  giveUpAt: number
}

const { path } = workerData as { path: string }
const database = new SqliteDatabase(path)
const connection = database.connection
const port = parentPort!
/** Fine enough for waiting, and coarse enough that an idle writer need not change its patience. */
const PATIENCE_STEP_MS = 250

/** Transactions take turns: what is not part of the open one waits here. */
const waiting: WriterRequest[] = []
/** The open transaction of the main thread; where it could not begin, why: its statements fail with the same. */
let open: { tx: number; transaction?: SqliteTransaction; failure?: unknown } | undefined
/** How long SQLite waits for a lock at present, in milliseconds. */
let patienceMs = -1

/** The time that a request has spent in the queue is part of its waiting, so that none waits for others' locks as well. */
function setPatience({ giveUpAt }: WriterRequest): void {
  const left = Math.max(0, Math.ceil((giveUpAt - monotonicNow()) / PATIENCE_STEP_MS) * PATIENCE_STEP_MS)
  if (left === patienceMs) return
  connection.pragma(`busy_timeout = ${left}`)
  patienceMs = left
}

async function execute(request: WriterRequest): Promise<unknown> {
  const { tx, op } = request
  if (op === 'truncateLog') return database.truncateLog()
  if (op === 'close') return close()
  if (tx === 0) {
    setPatience(request)
    return statement(database, request)
  }
  if (op === 'begin') return begin(request)
  // Of a transaction that has ended, be it with a thread before this one.
  if (tx !== open?.tx) {
    if (op === 'rollback') return undefined
    throw new Error(TRANSACTION_OVER)
  }
  return inTransaction(open, request)
}

function begin(request: WriterRequest): void {
  open = { tx: request.tx }
  setPatience(request)
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
  // A disk that fails now is no reason not to stop: the log has everything.
  await database.truncateLog().catch(() => undefined)
  await database.close()
}

async function answer(request: WriterRequest): Promise<void> {
  try {
    port.postMessage({ id: request.id, value: await execute(request) })
  } catch (error) {
    const { name, message, code } = error as Error & { code?: string }
    port.postMessage({ id: request.id, error: { name, message, code } })
  }
}

let busy = false

async function drain(): Promise<void> {
  if (busy) return
  busy = true
  for (;;) {
    const index = open ? waiting.findIndex(({ tx }) => tx === open?.tx) : 0
    const request = index >= 0 ? waiting[index] : undefined
    if (!request) break
    waiting.splice(index, 1)
    await answer(request)
  }
  busy = false
}

port.on('message', (request: WriterRequest) => {
  waiting.push(request)
  void drain()
})

import { parentPort, workerData } from 'node:worker_threads'
import { monotonicNow } from './monotonic-now.js'
import { SqliteDatabase } from './sqlite.js'
import type { Db, Params } from './types.js'

/** What the main thread asks for: a statement alone (`tx` 0) or within its transaction. */
export interface WriterRequest {
  id: number
  tx: number
  op: 'begin' | 'commit' | 'rollback' | 'all' | 'get' | 'run' | 'close'
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
let openTx = 0
/** How long SQLite waits for a lock at present, in milliseconds. */
let patienceMs = -1

/** The time that a request has spent in the queue is part of its waiting, so that none waits for others' locks as well. */
function setPatience({ giveUpAt }: WriterRequest): void {
  const left = Math.max(0, Math.ceil((giveUpAt - monotonicNow()) / PATIENCE_STEP_MS) * PATIENCE_STEP_MS)
  if (left === patienceMs) return
  connection.pragma(`busy_timeout = ${left}`)
  patienceMs = left
}

/** Why the open transaction could not begin; its statements fail with the same. */
let failure: unknown

async function execute(request: WriterRequest): Promise<unknown> {
  const { op, sql, params } = request
  if (op === 'begin') {
    openTx = request.tx
    failure = undefined
    setPatience(request)
    connection.exec('BEGIN IMMEDIATE')
    return undefined
  }
  if (op === 'commit' || op === 'rollback') {
    // A rollback after a failed commit finds its transaction gone, and maybe another one open.
    if (request.tx !== openTx) return undefined
    openTx = 0
    if (op === 'commit' && failure) throw failure
    if (connection.inTransaction) connection.exec(op === 'commit' ? 'COMMIT' : 'ROLLBACK')
    return undefined
  }
  if (op === 'close') {
    connection.close()
    return undefined
  }
  if (request.tx !== 0 && failure) throw failure
  if (request.tx === 0) setPatience(request)
  return (database as Db)[op](sql!, params)
}

async function answer(request: WriterRequest): Promise<void> {
  try {
    port.postMessage({ id: request.id, value: await execute(request) })
  } catch (error) {
    if (request.op === 'begin') failure = error
    // A commit that failed (a full disk) leaves its transaction open; the next one must not inherit it.
    if (request.op === 'commit' && connection.inTransaction) connection.exec('ROLLBACK')
    const { name, message, code } = error as Error & { code?: string }
    port.postMessage({ id: request.id, error: { name, message, code } })
  }
}

let busy = false

async function drain(): Promise<void> {
  if (busy) return
  busy = true
  for (;;) {
    const index = openTx === 0 ? 0 : waiting.findIndex((request) => request.tx === openTx)
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

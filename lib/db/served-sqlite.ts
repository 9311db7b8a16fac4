import type { Statement } from 'better-sqlite3'
import { monotonicNow } from '../clock.js'
import { isThreadDeath, ThreadPool } from '../threads/thread-pool.js'
import { BaseDb, BaseTransaction, type Operation } from './base-db.js'
import { writerEnded } from './errors.js'
import { BUSY_TIMEOUT_MS, SqliteDatabase } from './sqlite.js'
import type { Database, Db, Isolation, Params } from './types.js'
import type { WriterCalls, WriterRequest } from './writer-thread.js'

/** The interval of checks for changes by other processes. A check takes microseconds. */
const WATCH_MS = 250

type Send = <T>(op: WriterRequest['op'], sql?: string, params?: Params) => Promise<T>

/** Writes on its own thread, so that the calling thread never waits for SQLite's lock. */
class Writer {
  private readonly pool: ThreadPool<WriterCalls>
  private nextTx = 1
  private isStarted = false

  constructor(
    path: string,
    private readonly lockTimeoutMs: number,
  ) {
    this.pool = new ThreadPool(new URL('./writer-thread.js', import.meta.url), { size: 1, data: { path } })
  }

  start(): void {
    this.isStarted = true
    this.pool.start()
  }

  /** For single statements. */
  readonly send: Send = this.sendIn(0)

  /** For the statements of one transaction. They fail if the thread that began it dies. */
  session(): Send {
    return this.sendIn(this.nextTx++)
  }

  async close(): Promise<void> {
    if (this.isStarted) await this.send('close')
    await this.pool.close()
  }

  private sendIn(tx: number): Send {
    return <T>(...[op, sql, params]: Parameters<Send>) => {
      this.isStarted = true
      const giveUpAt = monotonicNow() + this.lockTimeoutMs
      const result = this.pool.calls.execute({ tx, op, sql, params, giveUpAt })
      return result.then(reviveBuffers, rethrowThreadDeath) as Promise<T>
    }
  }
}

function rethrowThreadDeath(error: unknown): never {
  throw isThreadDeath(error) ? writerEnded(error) : error
}

/** Blobs cross threads as Uint8Array, but rows must contain Buffers. */
function reviveBuffers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reviveBuffers)
  if (value === null || typeof value !== 'object') return value
  for (const [name, cell] of Object.entries(value)) {
    if (cell instanceof Uint8Array && !Buffer.isBuffer(cell)) {
      ;(value as Record<string, unknown>)[name] = Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength)
    }
  }
  return value
}

class RemoteTransaction extends BaseTransaction {
  readonly engine = 'sqlite'

  constructor(
    private readonly send: Send,
    protected readonly isolation: Isolation,
  ) {
    super()
  }

  protected execute(operation: Operation, sql: string, params: Params): Promise<unknown> {
    return this.send(operation, sql, params)
  }
}

/**
 * SQLite for `serve`: reads run here on a read-only connection within microseconds; writes run on the writer thread.
 */
export class ServedSqlite extends BaseDb implements Database {
  readonly engine = 'sqlite'
  private readonly reader: SqliteDatabase
  private readonly writer: Writer
  private readonly versionStatement: Statement
  private version: number | undefined

  /** The file must exist and be migrated. */
  constructor(path: string, lockTimeoutMs = BUSY_TIMEOUT_MS) {
    super()
    this.reader = new SqliteDatabase(path, { readonly: true })
    this.versionStatement = this.reader.connection.prepare('PRAGMA data_version').pluck()
    this.writer = new Writer(path, lockTimeoutMs)
  }

  /**
   * Starts the writer before its first statement. Call it once the server listens, because starting a thread takes
   * time.
   */
  warmUp(): void {
    this.writer.start()
  }

  /**
   * Read once per turn of the event loop. A request arrives in a later turn than the commits before it, so it sees
   * them.
   */
  dataVersion(): number {
    if (this.version === undefined) {
      this.version = this.versionStatement.get() as number
      setImmediate(() => {
        this.version = undefined
      })
    }
    return this.version
  }

  watch(hear: () => void): () => Promise<void> {
    let seen = this.dataVersion()
    const timer = setInterval(() => {
      const version = this.dataVersion()
      if (version === seen) return
      seen = version
      hear()
    }, WATCH_MS)
    timer.unref()
    return async () => clearInterval(timer)
  }

  async transaction<T>(work: (db: Db) => Promise<T>, isolation: Isolation = 'serializable'): Promise<T> {
    const send = this.writer.session()
    // Not awaited: messages keep their order, and the statements report a failure to begin.
    const begun = send('begin').catch(() => undefined)
    try {
      const result = await work(new RemoteTransaction(send, isolation))
      await begun
      await send('commit')
      return result
    } catch (error) {
      await send('rollback').catch(() => undefined)
      throw error
    }
  }

  truncateLog(): Promise<void> {
    return this.writer.send('truncateLog')
  }

  /** Closes the writer last: only a writing connection moves the log into the file when it closes last. */
  async close(): Promise<void> {
    await this.reader.close()
    await this.writer.close()
  }

  protected async execute(operation: Operation, sql: string, params: Params): Promise<unknown> {
    if (!this.reader.isReadOnly(sql)) return this.writer.send(operation, sql, params)
    return this.reader[operation](sql, params)
  }
}

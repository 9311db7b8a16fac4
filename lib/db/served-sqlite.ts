import type { Statement } from 'better-sqlite3'
import { monotonicNow } from '../clock.js'
import { Capacity } from '../queue/capacity.js'
import { isThreadDeath, type ThreadCalls, ThreadPool } from '../threads/thread-pool.js'
import { BaseDb, BaseTransaction, type Operation } from './base-db.js'
import { writerEnded } from './errors.js'
import { BUSY_TIMEOUT_MS, SqliteDatabase } from './sqlite.js'
import { type Database, type Db, type Isolation, type Params, TRANSACTION_OVER } from './types.js'
import type { WriterCalls } from './writer-thread.js'

/** The interval of checks for changes by other processes. A check takes microseconds. */
const WATCH_MS = 250

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

/** A transaction of the writer thread. */
class RemoteTransaction extends BaseTransaction {
  readonly engine = 'sqlite'
  private isOver = false

  constructor(
    private readonly writer: ThreadCalls<WriterCalls>,
    protected readonly isolation: Isolation,
  ) {
    super()
  }

  end(how: 'commit' | 'rollback'): Promise<void> {
    this.isOver = true
    return this.writer[how]().catch(rethrowThreadDeath)
  }

  protected async execute(operation: Operation, sql: string, params: Params): Promise<unknown> {
    if (this.isOver) throw new Error(TRANSACTION_OVER)
    return this.writer.execute({ operation, sql, params }).then(reviveBuffers, rethrowThreadDeath)
  }
}

/**
 * SQLite for `serve`: reads run here on a read-only connection within microseconds; writes run on the writer thread.
 */
export class ServedSqlite extends BaseDb implements Database {
  readonly engine = 'sqlite'
  private readonly reader: SqliteDatabase
  /** Writes on its own thread, so that the calling thread never waits for SQLite's lock. */
  private readonly writer: ThreadPool<WriterCalls>
  private hasWriter = false
  /** Transactions, and statements outside them, run one after another. */
  private readonly turns = new Capacity({ total: 1 })
  private readonly versionStatement: Statement
  private version: number | undefined

  /** The file must exist and be migrated. */
  constructor(
    path: string,
    private readonly lockTimeoutMs = BUSY_TIMEOUT_MS,
  ) {
    super()
    this.reader = new SqliteDatabase(path, { readonly: true })
    this.versionStatement = this.reader.connection.prepare('PRAGMA data_version').pluck()
    this.writer = new ThreadPool(new URL('./writer-thread.js', import.meta.url), { size: 1, data: { path } })
  }

  /**
   * Starts the writer before its first statement. Call it once the server listens, because starting a thread takes
   * time.
   */
  warmUp(): void {
    this.hasWriter = true
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
    const giveUpAt = this.giveUpAt()
    const endTurn = await this.turns.wait()
    const calls = this.startWriter()
    const transaction = new RemoteTransaction(calls, isolation)
    // The next transaction can begin once the end of this one is sent: messages keep their order.
    const end = (how: 'commit' | 'rollback') => {
      const ended = transaction.end(how)
      endTurn()
      return ended
    }
    // Not awaited: the statements report a failure to begin.
    calls.begin(giveUpAt).catch(() => undefined)
    let result: T
    try {
      result = await work(transaction)
    } catch (error) {
      await end('rollback').catch(() => undefined)
      throw error
    }
    await end('commit')
    return result
  }

  truncateLog(): Promise<void> {
    return this.sendInTurn((calls) => calls.truncateLog())
  }

  /** Closes the writer last: only a writing connection moves the log into the file when it closes last. */
  async close(): Promise<void> {
    await this.reader.close()
    if (this.hasWriter) await this.sendInTurn((calls) => calls.close())
    await this.writer.close()
  }

  protected async execute(operation: Operation, sql: string, params: Params): Promise<unknown> {
    if (this.reader.isReadOnly(sql)) return this.reader[operation](sql, params)
    const giveUpAt = this.giveUpAt()
    return this.sendInTurn((calls) => calls.execute({ operation, sql, params, giveUpAt })).then(reviveBuffers)
  }

  private giveUpAt(): number {
    return monotonicNow() + this.lockTimeoutMs
  }

  private startWriter(): ThreadCalls<WriterCalls> {
    this.hasWriter = true
    return this.writer.calls
  }

  /** Sends a call while no transaction is open. */
  private async sendInTurn<T>(send: (calls: ThreadCalls<WriterCalls>) => Promise<T>): Promise<T> {
    const endTurn = this.turns.canStart() ? undefined : await this.turns.wait()
    const sent = send(this.startWriter())
    endTurn?.()
    return sent.catch(rethrowThreadDeath)
  }
}

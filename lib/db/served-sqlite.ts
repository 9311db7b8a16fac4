import { Worker } from 'node:worker_threads'
import type { Statement } from 'better-sqlite3'
import { monotonicNow } from './monotonic-now.js'
import { BUSY_TIMEOUT_MS, SqliteDatabase } from './sqlite.js'
import type { Database, Db, Params } from './types.js'
import type { WriterRequest } from './writer-thread.js'

const NONE: Params = {}

interface Pending {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** The main thread's end of the writer thread: it never waits for SQLite's lock itself. */
class Writer {
  private worker: Worker | undefined
  private readonly pending = new Map<number, Pending>()
  private nextId = 1

  constructor(private readonly path: string) {}

  /** Ahead of its first statement, which would otherwise wait for a thread to start. */
  start(): void {
    if (!this.worker) this.spawn()
  }

  send<T>(tx: number, op: WriterRequest['op'], sql?: string, params?: Params): Promise<T> {
    const worker = this.worker ?? this.spawn()
    const id = this.nextId++
    return new Promise<T>((resolve, reject) => {
      this.pending.set(id, { resolve: resolve as (value: unknown) => void, reject })
      if (this.pending.size === 1) worker.ref()
      const giveUpAt = monotonicNow() + BUSY_TIMEOUT_MS
      worker.postMessage({ id, tx, op, sql, params, giveUpAt } satisfies WriterRequest)
    })
  }

  async close(): Promise<void> {
    if (!this.worker) return
    await this.send(0, 'close')
    await this.worker?.terminate()
  }

  private spawn(): Worker {
    const worker = new Worker(new URL('./writer-thread.js', import.meta.url), {
      workerData: { path: this.path },
    })
    this.worker = worker
    worker.unref()
    worker.on('message', (answer: { id: number; value?: unknown; error?: { message: string } }) => {
      const call = this.pending.get(answer.id)
      this.pending.delete(answer.id)
      if (this.pending.size === 0) worker.unref()
      if (answer.error) call?.reject(Object.assign(new Error(answer.error.message), answer.error))
      else call?.resolve(reviveBuffers(answer.value))
    })
    const died = (cause?: Error) => {
      if (this.worker === worker) this.worker = undefined
      const error = Object.assign(new Error('The writer thread has ended.', { cause }), {
        code: 'SQLITE_IOERR',
      })
      for (const { reject } of this.pending.values()) reject(error)
      this.pending.clear()
    }
    worker.on('error', died)
    worker.on('exit', () => died())
    return worker
  }
}

/** Blobs cross threads as Uint8Array; rows promise Buffers. */
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

class RemoteTransaction implements Db {
  readonly engine = 'sqlite'

  constructor(
    private readonly writer: Writer,
    private readonly tx: number,
  ) {}

  all<T>(sql: string, params: Params = NONE): Promise<T[]> {
    return this.writer.send(this.tx, 'all', sql, params)
  }

  get<T>(sql: string, params: Params = NONE): Promise<T | undefined> {
    return this.writer.send(this.tx, 'get', sql, params)
  }

  run(sql: string, params: Params = NONE): Promise<{ changes: number }> {
    return this.writer.send(this.tx, 'run', sql, params)
  }

  transaction<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return work(this)
  }
}

/**
 * SQLite as `serve` uses it: reads run here on a read-only connection (microseconds), everything
 * that writes runs on the writer thread and is awaited.
 */
export class ServedSqlite implements Database {
  readonly engine = 'sqlite'
  private readonly reader: SqliteDatabase
  private readonly writer: Writer
  private readonly alone: RemoteTransaction
  private readonly versionStatement: Statement
  private nextTx = 1
  private version: number | undefined

  /** The file must exist and be migrated. */
  constructor(path: string) {
    this.reader = new SqliteDatabase(path, { readonly: true })
    this.versionStatement = this.reader.connection.prepare('PRAGMA data_version').pluck()
    this.writer = new Writer(path)
    this.alone = new RemoteTransaction(this.writer, 0)
  }

  /** Starts the writer ahead of its first statement; once the server listens, since it costs a thread's start. */
  startWriter(): void {
    this.writer.start()
  }

  /**
   * A number that changes whenever anybody else commits to the file. Looked up once in a turn of the event
   * loop: what is committed before a request was sent is seen by it, since it arrives in a later turn.
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

  async all<T>(sql: string, params: Params = NONE): Promise<T[]> {
    return this.for(sql).all<T>(sql, params)
  }

  async get<T>(sql: string, params: Params = NONE): Promise<T | undefined> {
    return this.for(sql).get<T>(sql, params)
  }

  async run(sql: string, params: Params = NONE): Promise<{ changes: number }> {
    return this.for(sql).run(sql, params)
  }

  async transaction<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const tx = this.nextTx++
    // Not awaited: messages keep their order, and a failure to begin comes back with the statements.
    const begun = this.writer.send<void>(tx, 'begin').catch(() => undefined)
    try {
      const result = await work(new RemoteTransaction(this.writer, tx))
      await begun
      await this.writer.send(tx, 'commit')
      return result
    } catch (error) {
      await this.writer.send(tx, 'rollback').catch(() => undefined)
      throw error
    }
  }

  async close(): Promise<void> {
    await this.writer.close()
    await this.reader.close()
  }

  private for(sql: string): Db {
    return this.reader.isReadOnly(sql) ? this.reader : this.alone
  }
}

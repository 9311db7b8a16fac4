import { closeSync, existsSync, openSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import { memo } from '../memo.js'
import { Capacity } from '../queue/capacity.js'
import { BaseDb, BaseTransaction, type Operation } from './base-db.js'
import { type Database, type Db, type Isolation, type Params, TRANSACTION_OVER } from './types.js'

interface SqliteOptions {
  readonly?: boolean
  /** How long a statement waits for another process's transaction. */
  busyTimeoutMs?: number
  /** Page cache in KiB. */
  cacheKib?: number
}

/** How long a write waits for another process's transaction. */
export const BUSY_TIMEOUT_MS = 5000
const CACHE_KIB = 16_000
/** Pages of 4 KiB. */
const LOG_PAGES = 4_000
/** A long read may let the log grow beyond this. It shrinks again afterwards. */
const LOG_BYTES = 64 * 1024 * 1024
/** How long emptying the log waits for readers. */
const TRUNCATE_WAIT_MS = 500

/** The raw connection, for backups and pragmas. */
export function openConnection(path: string, options: SqliteOptions = {}): BetterSqlite3.Database {
  if (!options.readonly && path !== ':memory:' && !existsSync(path)) {
    // Only the owner may read the file: it contains webhook secrets and addresses.
    closeSync(openSync(path, 'a', 0o600))
  }
  const connection = new BetterSqlite3(path, {
    readonly: options.readonly ?? false,
    fileMustExist: options.readonly ?? false,
    timeout: options.busyTimeoutMs ?? BUSY_TIMEOUT_MS,
  })
  if (!options.readonly) connection.pragma('journal_mode = WAL')
  connection.pragma('synchronous = NORMAL')
  connection.pragma('foreign_keys = ON')
  // Checkpoints take a while, so they are rare.
  if (!options.readonly) connection.pragma(`wal_autocheckpoint = ${LOG_PAGES}`)
  if (!options.readonly) connection.pragma(`journal_size_limit = ${LOG_BYTES}`)
  connection.pragma(`cache_size = -${options.cacheKib ?? CACHE_KIB}`)
  return connection
}

/** Bounds the cache: statements with lists of values differ by their length. */
const MAX_PREPARED = 500

/**
 * SQLite plans by the value of a bound limit, and so prepares the statement again whenever one is bound: 20 µs for a
 * join that runs in 2. It does not do this for an expression. Rewritten here, so that no statement can forget it.
 */
function withPlainLimits(sql: string): string {
  return sql.replace(/\bLIMIT (?=:)/g, 'LIMIT +')
}

/** Prepared statements of a connection, regardless of its other users. */
class Statements {
  readonly prepare = memo(MAX_PREPARED, (sql: string) => this.connection.prepare(withPlainLimits(sql)))

  constructor(readonly connection: BetterSqlite3.Database) {}

  all(sql: string, params: Params): unknown[] {
    const statement = this.prepare(sql)
    if (statement.reader) return statement.all(params)
    statement.run(params)
    return []
  }

  get(sql: string, params: Params): unknown {
    const statement = this.prepare(sql)
    // A writing statement must run to its end, not only to its first row.
    if (statement.reader && !statement.readonly) return statement.all(params)[0]
    if (statement.reader) return statement.get(params)
    statement.run(params)
    return undefined
  }

  run(sql: string, params: Params): number {
    const statement = this.prepare(sql)
    return statement.reader ? statement.all(params).length : statement.run(params).changes
  }
}

const NO_PARAMS: Params = {}

/** An open transaction. Its statements run at once, and fail after its end. */
export class SqliteTransaction extends BaseTransaction {
  readonly engine = 'sqlite'
  private isOver = false

  constructor(
    private readonly statements: Statements,
    protected readonly isolation: Isolation = 'serializable',
  ) {
    super()
    statements.run('BEGIN IMMEDIATE', NO_PARAMS)
  }

  /** Rolls back if the commit fails. */
  commit(): void {
    try {
      this.openStatements().run('COMMIT', NO_PARAMS)
      this.isOver = true
    } catch (error) {
      this.rollback()
      throw error
    }
  }

  rollback(): void {
    const { connection } = this.statements
    if (!this.isOver && connection.inTransaction) connection.exec('ROLLBACK')
    this.isOver = true
  }

  protected async execute(operation: Operation, sql: string, params: Params): Promise<unknown> {
    return this.openStatements()[operation](sql, params)
  }

  /**
   * SQLite itself rolls a transaction back if, for example, the disk is full. Later statements would run outside it.
   */
  private openStatements(): Statements {
    if (this.isOver || !this.statements.connection.inTransaction) throw new Error(TRANSACTION_OVER)
    return this.statements
  }
}

/**
 * One SQLite connection. Its statements run on the calling thread. During a transaction other statements wait,
 * because they would become part of it.
 */
export class SqliteDatabase extends BaseDb implements Database {
  readonly engine = 'sqlite'
  private readonly statements: Statements
  private readonly turns = new Capacity({ total: 1 })

  constructor(path: string, options: SqliteOptions = {}) {
    super()
    this.statements = new Statements(openConnection(path, options))
  }

  get connection(): BetterSqlite3.Database {
    return this.statements.connection
  }

  /** Whether a statement only reads, so that a read-only connection can run it. */
  isReadOnly(sql: string): boolean {
    return this.statements.prepare(sql).readonly
  }

  transaction<T>(work: (db: Db) => Promise<T>, isolation?: Isolation): Promise<T> {
    return this.inTurn(async () => {
      const transaction = this.begin(isolation)
      try {
        const result = await work(transaction)
        transaction.commit()
        return result
      } catch (error) {
        transaction.rollback()
        throw error
      }
    })
  }

  /** For callers that schedule transactions themselves. */
  begin(isolation?: Isolation): SqliteTransaction {
    return new SqliteTransaction(this.statements, isolation)
  }

  dataVersion(): undefined {
    return undefined
  }

  watch(): () => Promise<void> {
    return async () => undefined
  }

  warmUp(): void {}

  truncateLog(): Promise<void> {
    return this.inTurn(async () => {
      const { connection } = this
      const timeout = connection.pragma('busy_timeout', { simple: true })
      connection.pragma(`busy_timeout = ${TRUNCATE_WAIT_MS}`)
      connection.pragma('wal_checkpoint(TRUNCATE)')
      connection.pragma(`busy_timeout = ${timeout}`)
    })
  }

  close(): Promise<void> {
    return this.inTurn(async () => void this.connection.close())
  }

  protected async execute(operation: Operation, sql: string, params: Params): Promise<unknown> {
    if (this.turns.canStart()) return this.statements[operation](sql, params)
    return this.inTurn(async () => this.statements[operation](sql, params))
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.turns.run('', work)
  }
}

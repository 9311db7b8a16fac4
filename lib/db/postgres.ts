import { setTimeout as pause } from 'node:timers/promises'
import type { ClientBase, Pool } from 'pg'
import { memo } from '../memo.js'
import { BaseDb, BaseTransaction, type Operation } from './base-db.js'
import { isConnectionLost } from './errors.js'
import { ANNOUNCEMENTS } from './migrations/008-announcements.js'
import { type ConnectionOptions, connectionTo, POSTGRES_TIMEOUT_MS, pg } from './postgres-connection.js'
import { Listener } from './postgres-listener.js'
import { type Database, type Db, type Isolation, type Param, type Params, TRANSACTION_OVER } from './types.js'

/** Returns int8 and numeric as numbers: ids, times and counts stay below 2^53. */
const NUMBERS = [20, 1700]

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    NUMBERS.includes(oid) ? Number : pg().types.getTypeParser(oid, format as 'text'),
}

/**
 * The transaction conflicted with another one. It can be run again. 42P07: the other one made the same table, which a
 * transaction that looked for the table before does not see.
 */
const RETRYABLE = new Set(['40001', '40P01', '42P07'])
const MAX_TRIES = 12

/** The server ends a statement that takes too long. If it does not respond, the client gives up this much later. */
const NO_RESPONSE_MS = 2000

const MAX_TRANSLATED = 1000

const MAX_PREPARED = 200

/** The name of a statement that each connection prepares; undefined for the others. */
type NameOf = (text: string) => string | undefined

/** Names the first statements, which are the frequent ones. */
function nameFrequent(): NameOf {
  const names = new Map<string, string>()
  return (text) => {
    if (!names.has(text) && names.size < MAX_PREPARED) names.set(text, `overheard_${names.size}`)
    return names.get(text)
  }
}

/** Replaces `:name` by `$n`, the only parameters that the client knows. Casts (`::text`), strings and quoted names stay. */
const translate = memo(MAX_TRANSLATED, (sql: string) => {
  const names: string[] = []
  const text = sql.replace(
    /'(?:[^']|'')*'|"[^"]*"|::|:([A-Za-z_]\w*)/g,
    (found, name: string | undefined) => {
      if (name === undefined) return found
      const index = names.indexOf(name)
      return `$${index >= 0 ? index + 1 : names.push(name)}`
    },
  )
  return { text, names }
})

type Queryable = Pick<ClientBase, 'query'>

/** Runs a statement on a pool, or on the connection of a transaction. */
async function runOn(
  connection: Queryable,
  nameOf: NameOf,
  operation: Operation,
  [sql, params]: [string, Params],
): Promise<unknown> {
  const { text, names } = translate(sql)
  const values = names.map((parameter) => {
    const value = params[parameter]
    if (value === undefined) throw new Error(`The statement's parameter ${parameter} is missing.`)
    return toPostgres(value)
  })
  const query = { name: nameOf(text), text, values, types }
  const { rows, rowCount } = await connection.query(query).catch(rethrowWithCode)
  if (operation === 'run') return rowCount ?? 0
  return operation === 'all' ? rows : rows[0]
}

function toPostgres(value: Param): Param {
  if (typeof value === 'bigint') return value.toString()
  // PostgreSQL text cannot contain NUL.
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
  return value instanceof Uint8Array && !Buffer.isBuffer(value) ? Buffer.from(value) : value
}

/** The client reports lost and timed-out connections without a code. */
function rethrowWithCode(error: Error & { code?: string }): never {
  throw error.code === undefined && !(error instanceof TypeError)
    ? Object.assign(error, { code: CONNECTION_FAILURE })
    : error
}

const CONNECTION_FAILURE = '08006'

/** Runs one statement at a time: a connection cannot run two at once. */
class PostgresTransaction extends BaseTransaction {
  readonly engine = 'postgres'
  private tail: Promise<unknown> = Promise.resolve()
  private isOver = false

  constructor(
    private readonly connection: Queryable,
    private readonly nameOf: NameOf,
    protected readonly isolation: Isolation,
  ) {
    super()
  }

  async begin(): Promise<void> {
    await this.connection.query(`BEGIN ISOLATION LEVEL ${this.isolation}`).catch(rethrowWithCode)
  }

  /** @throws also if a statement failed and its error was ignored: PostgreSQL then rolls back */
  async commit(): Promise<void> {
    await this.end()
    const { command } = await this.connection.query('COMMIT').catch(rethrowWithCode)
    if (command !== 'COMMIT') throw new Error('A statement failed, so the transaction was rolled back.')
  }

  async rollback(): Promise<void> {
    await this.end()
    await this.connection.query('ROLLBACK')
  }

  protected async execute(operation: Operation, sql: string, params: Params): Promise<unknown> {
    // The connection may belong to another transaction by now.
    if (this.isOver) throw new Error(TRANSACTION_OVER)
    const result = this.tail.then(() => runOn(this.connection, this.nameOf, operation, [sql, params]))
    this.tail = result.catch(() => undefined)
    return result
  }

  private async end(): Promise<void> {
    this.isOver = true
    await this.tail
  }
}

interface PostgresOptions extends ConnectionOptions {
  /** The longest time for a statement; unlimited by default. */
  statementMs?: number
  lockTimeoutMs?: number | undefined
  /** Whether connections prepare frequent statements. */
  prepares?: boolean
}

/**
 * A PostgreSQL database. A transaction that conflicts or deadlocks runs again from its start, so its other effects
 * must be repeatable.
 */
export class PostgresDatabase extends BaseDb implements Database {
  readonly engine = 'postgres'
  private readonly pool: Pool
  private readonly nameOf: NameOf

  constructor(
    private readonly url: string,
    connections: number,
    { statementMs, prepares = false, lockTimeoutMs = POSTGRES_TIMEOUT_MS, ...options }: PostgresOptions = {},
  ) {
    super()
    this.nameOf = prepares ? nameFrequent() : () => undefined
    this.pool = new (pg().Pool)({
      ...connectionTo(url, options),
      max: connections,
      lock_timeout: lockTimeoutMs,
      ...(statementMs !== undefined && {
        statement_timeout: statementMs,
        query_timeout: statementMs + NO_RESPONSE_MS,
      }),
    })
    // An idle connection that the server closed is replaced at the next statement.
    this.pool.on('error', () => undefined)
  }

  async transaction<T>(work: (db: Db) => Promise<T>, isolation: Isolation = 'serializable'): Promise<T> {
    for (let tries = 1; ; tries++) {
      const client = await this.pool.connect().catch(rethrowWithCode)
      const transaction = new PostgresTransaction(client, this.nameOf, isolation)
      let broken: Error | undefined
      // A connection may be lost between two statements. An unhandled error event would end the process.
      const noteEnd = (error: Error) => {
        broken = error
      }
      client.on('error', noteEnd)
      try {
        await transaction.begin()
        const result = await work(transaction)
        await transaction.commit()
        return result
      } catch (error) {
        if (isConnectionLost(error)) broken ??= error as Error
        // A lost connection accepts no rollback. The server rolls the transaction back itself.
        if (!broken) await transaction.rollback().catch(noteEnd)
        if (!RETRYABLE.has((error as { code?: string }).code ?? '') || tries >= MAX_TRIES) throw error
      } finally {
        client.off('error', noteEnd)
        client.release(broken)
      }
      await pause(tries * tries)
    }
  }

  dataVersion(): undefined {
    return undefined
  }

  /** The database notifies when work becomes due. Notifications may be missed while the connection is broken. */
  watch(hear: (signal?: string) => void): () => Promise<void> {
    const listener = new Listener(this.url, ANNOUNCEMENTS, hear)
    void listener.connect()
    return () => listener.close()
  }

  warmUp(): void {}

  async truncateLog(): Promise<void> {}

  async close(): Promise<void> {
    await this.pool.end()
  }

  protected execute(operation: Operation, sql: string, params: Params): Promise<unknown> {
    return runOn(this.pool, this.nameOf, operation, [sql, params])
  }
}

/** Like "PostgreSQL 16.4". */
export async function serverVersion(db: Db): Promise<string> {
  const row = await db.get<{ version: string }>('SELECT version() AS version')
  return row!.version.split(' ').slice(0, 2).join(' ')
}

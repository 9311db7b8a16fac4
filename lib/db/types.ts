/** A flag is bound as 0 or 1, a list as JSON: see lib/db/values.ts. */
export type Param = string | number | bigint | boolean | null | Uint8Array | readonly unknown[]
export type Params = Record<string, Param>

/**
 * A database or a transaction. Parameters are named: `:name` in the statement. Both engines return integers as
 * numbers, blobs as Buffers and SQL NULL as null.
 */
export interface Db {
  readonly engine: 'sqlite' | 'postgres'
  all<T>(sql: string, params?: Params): Promise<T[]>
  get<T>(sql: string, params?: Params): Promise<T | undefined>
  /** Returns how many rows it changed. */
  run(sql: string, params?: Params): Promise<number>
  /**
   * Runs `work` in one transaction. A nested transaction joins the outer one and may not ask for more isolation. A
   * statement after the end of its transaction fails.
   * @param isolation On SQLite every transaction has the write lock from its start. On PostgreSQL a serializable
   * transaction is run again if it conflicts with another one. A read committed transaction waits instead, and each
   * of its statements sees what others have committed. It suits rows with many writers, but `work` must first lock
   * the rows that it depends on (lib/db/row-locks.ts). If its first statement is not such a lock, a comment explains
   * why it is safe.
   */
  transaction<T>(work: (db: Db) => Promise<T>, isolation?: Isolation): Promise<T>
}

/** Serializable by default. */
export type Isolation = 'serializable' | 'read committed'

export const TRANSACTION_OVER = 'The transaction of this statement has already ended.'

/** A database, opened and closed by its owner. Its methods hide the differences between the engines. */
export interface Database extends Db {
  /**
   * A number that changes with every commit of any connection. Undefined if the engine cannot tell it within
   * microseconds; then callers must read again.
   */
  dataVersion(): number | undefined
  /**
   * Calls `hear` when another connection changed the database: with the name of a signal (lib/jobs/signals.ts), or
   * without if anything may have changed.
   * @returns a function that stops watching
   */
  watch(hear: (signal?: string) => void): () => Promise<void>
  /** Starts the writer thread, if the engine has one, so that the first write does not wait for it. */
  warmUp(): void
  /** Empties SQLite's write-ahead log into the file, as far as readers allow. For use after many writes. */
  truncateLog(): Promise<void>
  close(): Promise<void>
}

export type Param = string | number | bigint | null | Uint8Array
export type Params = Record<string, Param>

/**
 * A database, or a transaction on it. Parameters are named, `:name` in the statement. Both engines
 * answer alike: integers as numbers, blobs as Buffers, SQL NULL as null.
 */
export interface Db {
  readonly engine: 'sqlite' | 'postgres'
  all<T>(sql: string, params?: Params): Promise<T[]>
  get<T>(sql: string, params?: Params): Promise<T | undefined>
  run(sql: string, params?: Params): Promise<{ changes: number }>
  /**
   * Runs `work` in one transaction; joins an outer one. On SQLite it holds the writer's lock from its start. On
   * PostgreSQL a serializable one that meets another on the same rows begins anew. One that is read committed waits
   * instead, and each statement sees what others have committed by then: where much is written at once it is the
   * only way to get on, and `work` must first lock what it decides by (lib/db/row-locks.ts).
   */
  transaction<T>(work: (db: Db) => Promise<T>, isolation?: Isolation): Promise<T>
}

/** Serializable unless said otherwise. */
export type Isolation = 'serializable' | 'read committed'

/** A database that its owner opens and closes. */
export interface Database extends Db {
  close(): Promise<void>
}

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
  /** Runs `work` in one transaction that holds the writer's lock from its start; joins an outer one. */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>
}

/** A database that its owner opens and closes. */
export interface Database extends Db {
  close(): Promise<void>
}

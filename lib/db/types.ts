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
   * Runs `work` in one transaction; a nested one joins the outer, and may not ask for more isolation than that has.
   * A statement of a transaction that has ended fails. On SQLite a transaction has the writer's lock from its start.
   * On PostgreSQL a serializable one that meets another on the same rows begins anew. One that is read committed waits
   * instead, and each statement sees what others have committed by then: where much is written at once it is the
   * only way to get on, and `work` must first lock what it decides by (lib/db/row-locks.ts). Where the first statement is
   * not such a lock, a comment says what makes it safe.
   */
  transaction<T>(work: (db: Db) => Promise<T>, isolation?: Isolation): Promise<T>
}

/** Serializable unless said otherwise. */
export type Isolation = 'serializable' | 'read committed'

/** @throws where a nested transaction asks for more isolation than the outer one has */
export function refuseMoreIsolation(outer: Isolation, nested: Isolation): void {
  if (nested === 'read committed' || outer === 'serializable') return
  throw new Error('A serializable transaction cannot be part of a read committed one.')
}

/** A database that its owner opens and closes. Its methods hide what differs between the engines. */
export interface Database extends Db {
  /**
   * A number that changes with every commit of anybody, where the database tells it at the cost of microseconds;
   * undefined where it does not, and what was read must be read again.
   */
  dataVersion(): number | undefined
  /**
   * Calls `hear` when others have changed the database: with the name of a signal (lib/jobs/signals.ts), or with
   * nothing where anything may have changed.
   * @returns stops watching
   */
  watch(hear: (signal?: string) => void): () => Promise<void>
  /** Starts ahead what the first write would otherwise wait for. */
  warmUp(): void
  /** Empties SQLite's log of writes into the file, as far as others allow; for after much was written. */
  truncateLog(): Promise<void>
  close(): Promise<void>
}

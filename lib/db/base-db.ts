import type { Db, Isolation, Params } from './types.js'
import { storedParams } from './values.js'

const NO_PARAMS: Params = {}

/** How to return the rows of a statement: all, the first, or their number. */
export type Operation = 'all' | 'get' | 'run'

/** Runs all three operations through one function. */
export abstract class BaseDb implements Db {
  abstract readonly engine: Db['engine']

  all<T>(sql: string, params: Params = NO_PARAMS): Promise<T[]> {
    return this.execute('all', sql, storedParams(params)) as Promise<T[]>
  }

  get<T>(sql: string, params: Params = NO_PARAMS): Promise<T | undefined> {
    return this.execute('get', sql, storedParams(params)) as Promise<T | undefined>
  }

  run(sql: string, params: Params = NO_PARAMS): Promise<number> {
    return this.execute('run', sql, storedParams(params)) as Promise<number>
  }

  abstract transaction<T>(work: (db: Db) => Promise<T>, isolation?: Isolation): Promise<T>

  protected abstract execute(operation: Operation, sql: string, params: Params): Promise<unknown>
}

/** An open transaction. Nested ones join it. */
export abstract class BaseTransaction extends BaseDb {
  protected abstract readonly isolation: Isolation

  async transaction<T>(work: (db: Db) => Promise<T>, isolation: Isolation = 'serializable'): Promise<T> {
    if (isolation === 'serializable' && this.isolation !== 'serializable') {
      throw new Error('A serializable transaction cannot be part of a read committed one.')
    }
    return work(this)
  }
}

import type { Db } from './types.js'

/** A database that can tell cheaply whether anything was committed since it was last asked. */
export interface Versioned {
  dataVersion(): number
}

export const isVersioned = (db: Db): db is Db & Versioned => 'dataVersion' in db

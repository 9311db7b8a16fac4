import type { Db } from './types.js'

/**
 * Ends the selection of rows to lease: what another worker is taking at this moment is left to it. SQLite's
 * writers take turns anyway.
 * @param table the rows to lease, where others are joined to them
 */
export function skipLocked({ engine }: Db, table?: string): string {
  if (engine === 'sqlite') return ''
  return table === undefined ? 'FOR UPDATE SKIP LOCKED' : `FOR UPDATE OF ${table} SKIP LOCKED`
}

/** Codes of both engines for "this row would stand twice". */
const UNIQUE = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'])

/** A database that is locked, full, read-only or away: it heals, so callers are asked to come back. */
const UNAVAILABLE =
  /^(SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|PROTOCOL|NOMEM)|53|57014|25006|40001|40P01|55000|55P03)/

/** A connection that ended, or that could not be made: whatever was sent over it last may have been done or not. */
const LOST = /^(08|57P|25P03|E(CONN|TIMEDOUT|PIPE|NOTFOUND|AI_AGAIN|HOST|NET))/

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

export function isUniqueViolation(error: unknown): boolean {
  return UNIQUE.has(codeOf(error))
}

export function isDatabaseUnavailable(error: unknown): boolean {
  return UNAVAILABLE.test(codeOf(error)) || isConnectionLost(error)
}

export function isConnectionLost(error: unknown): boolean {
  return LOST.test(codeOf(error))
}

/** A search index that is damaged or missing, as either engine says it. */
export function isIndexDamaged(error: unknown): boolean {
  return /^(SQLITE_|42P01|42703|XX00)/.test(codeOf(error))
}

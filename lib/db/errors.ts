/** Error codes of both engines for a duplicate unique value. */
const UNIQUE = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'])

/** The database is locked, full, read-only or unreachable. This is temporary: callers are asked to retry. */
const UNAVAILABLE =
  /^(SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|PROTOCOL|NOMEM)|53|57014|25006|40001|40P01|55000|55P03)/

/** The connection was lost or could not be made. The last statement may or may not have taken effect. */
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

/** The server ended a statement that took too long: the database is overloaded, or the statement has too much to do. */
export function isStatementTimeout(error: unknown): boolean {
  return codeOf(error) === '57014'
}

/** The search index is damaged or missing. */
export function isIndexDamaged(error: unknown): boolean {
  return /^(SQLITE_|42P01|42703|XX00)/.test(codeOf(error))
}

/** The writer thread has died, and its open transaction with it. A retry finds a new thread. */
export const writerEnded = (cause?: unknown): Error =>
  Object.assign(new Error('The writer thread has ended.', { cause }), { code: 'SQLITE_IOERR' })

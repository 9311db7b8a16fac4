import { isBucketFault } from '../lib/bucket/bucket-error.js'
import { isDatabaseUnavailable } from '../lib/db/errors.js'
import { AppError, type ErrorCode, unavailable } from '../lib/errors.js'
import type { Logger } from '../lib/logger.js'

/** The only list of status codes. Because of its type, a new error code without a status does not compile. */
const STATUSES: Record<ErrorCode, number> = {
  invalid_credentials: 401,
  plan_limit_reached: 403,
  podcast_not_found: 404,
  episode_not_found: 404,
  transcript_not_available: 404,
  alert_not_found: 404,
  alert_match_not_found: 404,
  webhook_not_found: 404,
  team_not_found: 404,
  not_found: 404,
  method_not_allowed: 405,
  invalid_input: 422,
  stale_cursor: 422,
  invalid_cursor: 422,
  rate_limited: 429,
  internal_error: 500,
  search_unavailable: 503,
  storage_unavailable: 503,
}

export interface Problem {
  status: number
  headers: Record<string, string>
  body: { error: { code: ErrorCode; message: string; [extra: string]: unknown } }
}

export function problemOf(error: AppError): Problem {
  return {
    status: STATUSES[error.code],
    headers: error.code === 'invalid_credentials' ? { 'WWW-Authenticate': 'Bearer' } : error.headers,
    body: { error: { code: error.code, message: error.message, ...error.extra } },
  }
}

/**
 * Converts anything thrown to an error for the caller. Unexpected errors are logged in full and reported as
 * `internal_error` without details.
 */
export function asAppError(error: unknown, logger: Logger, requestId: string): AppError {
  if (error instanceof AppError) {
    if (STATUSES[error.code] === 503) logger.warn({ err: error.cause ?? error, requestId }, error.message)
    return error
  }
  if (isDatabaseUnavailable(error)) {
    logger.warn({ err: error, requestId }, 'the database is unavailable')
    return unavailable('storage_unavailable', error)
  }
  if (isBucketFault(error)) {
    logger.warn({ err: error, requestId }, 'the transcript storage is unavailable')
    return unavailable('storage_unavailable', error)
  }
  logger.error({ err: error, requestId }, 'a request failed')
  return new AppError('internal_error', { cause: error })
}

/** Every error code of the API. `handlers/problem.ts` gives their statuses. */
export type ErrorCode =
  | 'invalid_credentials'
  | 'plan_limit_reached'
  | 'podcast_not_found'
  | 'episode_not_found'
  | 'transcript_not_available'
  | 'alert_not_found'
  | 'alert_match_not_found'
  | 'webhook_not_found'
  | 'team_not_found'
  | 'not_found'
  | 'method_not_allowed'
  | 'invalid_input'
  | 'stale_cursor'
  | 'invalid_cursor'
  | 'rate_limited'
  | 'search_unavailable'
  | 'storage_unavailable'
  | 'internal_error'

const messages: Record<ErrorCode, string> = {
  invalid_credentials: 'The API key is missing, malformed or revoked.',
  plan_limit_reached: 'The plan of this account has no room for another one.',
  podcast_not_found: 'There is no podcast with this id.',
  episode_not_found: 'There is no episode with this id.',
  transcript_not_available: 'This episode has no transcript.',
  alert_not_found: 'There is no alert with this id in this team.',
  alert_match_not_found: 'There is no match with this id in this team.',
  webhook_not_found: 'There is no webhook with this id in this team.',
  team_not_found: 'This key reaches no team with this id.',
  not_found: 'There is nothing at this path.',
  method_not_allowed: 'This path does not take this method.',
  invalid_input: 'Some of what was sent is not valid; see fields.',
  stale_cursor: 'This cursor belongs to another query or has run out; start again from the first page.',
  invalid_cursor: 'This cursor cannot be read; start again from the first page.',
  rate_limited: 'A limit of this account is reached.',
  search_unavailable: 'Search cannot answer at the moment; try again soon.',
  storage_unavailable: 'The store cannot be reached at the moment; try again soon.',
  internal_error: 'Something went wrong here. The request id helps to find out what.',
}

/** Faults by the outermost name that the caller wrote. */
export type FaultyFields = Record<string, string[]>

export interface ErrorDetails {
  message?: string
  /** Fields beside `code` and `message` in the body (`fields`, `scope`, `reset`, `limit_key`, `limit`). */
  extra?: Record<string, unknown>
  /** Headers of the answer, for example `Retry-After` or `Allow`. */
  headers?: Record<string, string>
  cause?: unknown
}

/** An error that the caller is told about. Anything else that is thrown is a bug. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly extra: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? messages[code], { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.extra = details.extra ?? {}
    this.headers = details.headers ?? {}
  }
}

/** `422 invalid_input` naming every faulty field. */
export function invalidInput(fields: FaultyFields, message?: string): AppError {
  return new AppError('invalid_input', { extra: { fields }, message })
}

const RETRY_AFTER_SECONDS = '5'

/** `503`: search or storage is unavailable at the moment. */
export function unavailable(code: 'search_unavailable' | 'storage_unavailable', cause?: unknown): AppError {
  return new AppError(code, { headers: { 'Retry-After': RETRY_AFTER_SECONDS }, cause })
}

/** What the caller reads, by error code, unless the thrower says something more exact. */
export const MESSAGES = {
  invalid_credentials:
    'The API key is missing, malformed or revoked. Send a valid key as Authorization: Bearer <key>.',
  plan_limit_reached:
    'The limit of the plan is reached. Deactivate or delete one first, or ask the operator for a larger plan.',
  podcast_not_found: 'There is no podcast with this id. Search podcasts to get their ids.',
  episode_not_found: 'There is no episode with this id. Search episodes to get their ids.',
  transcript_not_available:
    'This episode has no transcript yet. Try again later, or choose an episode with has_transcript true.',
  alert_not_found: 'This team has no alert with this id. List the alerts of the team to get their ids.',
  alert_match_not_found:
    'This team has no match with this id, or it is older than 60 days. List the matches of an alert to get their ids.',
  webhook_not_found: 'This team has no webhook with this id. List the webhooks of the team to get its id.',
  team_not_found: 'This key has no access to a team with this id. List the teams to get their ids.',
  not_found: 'There is nothing at this path. Check it against the API description at /api/v1/openapi.json.',
  method_not_allowed: 'This path does not support this method. Use one that the Allow header lists.',
  invalid_input: 'The request is not valid. Correct what fields names and send it again.',
  stale_cursor:
    'This cursor has expired or belongs to another query. Start again from the first page, without a cursor.',
  invalid_cursor: 'This cursor is not valid. Start again from the first page, without a cursor.',
  rate_limited: 'A limit is used up. Try again after the time in Retry-After.',
  search_unavailable: 'Search is temporarily unavailable. Try again after the time in Retry-After.',
  storage_unavailable: 'Storage is temporarily unavailable. Try again after the time in Retry-After.',
  internal_error:
    'Something went wrong on the server. Report the X-Request-Id of this response to the operator.',
}

/** Every error code of the API. `handlers/problem.ts` maps them to status codes. */
export type ErrorCode = keyof typeof MESSAGES

/** Messages by field: the outermost name that the caller wrote. */
export type FaultyFields = Record<string, string[]>

interface ErrorDetails {
  message?: string
  /** Fields beside `code` and `message` in the body (`fields`, `scope`, `reset`, `limit_key`, `limit`). */
  extra?: Record<string, unknown>
  /** Headers of the answer, for example `Retry-After` or `Allow`. */
  headers?: Record<string, string>
  cause?: unknown
}

/** An error to report to the caller. Anything else that is thrown is a bug. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly extra: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? MESSAGES[code], { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.extra = details.extra ?? {}
    this.headers = details.headers ?? {}
  }
}

/** `422 invalid_input` with messages for every faulty field. */
export function invalidInput(fields: FaultyFields, message?: string): AppError {
  return new AppError('invalid_input', { extra: { fields }, message })
}

const RETRY_AFTER_SECONDS = '5'

/** `503`: search or storage is unavailable at the moment. */
export function unavailable(code: 'search_unavailable' | 'storage_unavailable', cause?: unknown): AppError {
  return new AppError(code, { headers: { 'Retry-After': RETRY_AFTER_SECONDS }, cause })
}

/** The message of whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** A message as a sentence: with a capital letter and a full stop. */
export const asSentence = (message: string): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}.`

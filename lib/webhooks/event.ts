import { EVENT_TYPE } from './webhook.js'

/** A match as `GET /alerts/matches/{match_id}` answers with it. */
export interface MatchDocument {
  id: string
  /** ISO 8601; the event's `timestamp` too. */
  created_at: string
}

/** The body of an event, byte for byte as every attempt sends it. */
export function eventBody(match: MatchDocument, { test }: { test: boolean }): string {
  return JSON.stringify({ type: EVENT_TYPE, timestamp: match.created_at, test, data: match })
}

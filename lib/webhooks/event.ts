import { isoInstant } from '../clock.js'
import { SAMPLE_MATCH } from './sample-match.js'
import { EVENT_TYPE } from './webhook.js'

/** A match as `GET /alerts/matches/{match_id}` returns it. */
export interface MatchDocument {
  id: string
  /** ISO 8601; also the event's `timestamp`. */
  created_at: string
}

/** The body of a match's event. Every attempt sends the same bytes. */
export function eventBody(match: MatchDocument): string {
  return bodyOf(match, { test: false, timestamp: match.created_at })
}

/**
 * The body of a test event. Its timestamp is the time of sending, because receivers may refuse old events.
 */
export function testEventBody(now: number): string {
  return bodyOf(SAMPLE_MATCH, { test: true, timestamp: isoInstant(now) })
}

function bodyOf(data: MatchDocument, { test, timestamp }: { test: boolean; timestamp: string }): string {
  return JSON.stringify({ type: EVENT_TYPE, timestamp, test, data })
}

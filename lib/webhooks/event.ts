import { isoInstant } from '../clock.js'
import { SAMPLE_MATCH } from './sample-match.js'
import { EVENT_TYPE } from './webhook.js'

/** A match as `GET /alerts/matches/{match_id}` answers with it. */
export interface MatchDocument {
  id: string
  /** ISO 8601; the event's `timestamp` too. */
  created_at: string
}

/** The body of a match's event, byte for byte as every attempt sends it. */
export function eventBody(match: MatchDocument): string {
  return bodyOf(match, { test: false, timestamp: match.created_at })
}

/** The body of a test event. Receivers may refuse an old event, so its timestamp is that of the sending. */
export function testEventBody(now: number): string {
  return bodyOf(SAMPLE_MATCH, { test: true, timestamp: isoInstant(now) })
}

function bodyOf(data: MatchDocument, { test, timestamp }: { test: boolean; timestamp: string }): string {
  return JSON.stringify({ type: EVENT_TYPE, timestamp, test, data })
}

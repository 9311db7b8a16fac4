import type { MatchDocument } from '../alerts/match.js'
import { isoInstant } from '../clock.js'
import { EVENT_TYPE } from './webhook.js'

/** The match in a test event, which belongs to no alert. It never changes, so that receivers can expect it. */
export const SAMPLE_MATCH = {
  id: '00000000-0000-7000-8000-000000000001',
  alert_id: '00000000-0000-7000-8000-000000000002',
  alert_name: 'Sample alert',
  created_at: '2026-01-15T09:30:00.000Z',
  episode: {
    id: '00000000-0000-7000-8000-000000000003',
    title: 'Sample episode',
    duration_seconds: 1800,
    published_at: '2026-01-15T06:00:00.000Z',
    podcast: {
      id: '00000000-0000-7000-8000-000000000004',
      title: 'Sample podcast',
      image_url: '',
    },
  },
  excerpt: 'Today we look at how a sample keyword travels from a microphone to your webhook.',
  first_offset_seconds: 12.5,
  hit_offsets_seconds: [12.5, 304.2],
  keywords_matched: ['sample keyword'],
}

/** The body of a match's event. Every attempt sends the same bytes. */
export function eventBody(match: MatchDocument): string {
  return bodyOf(match, { test: false, timestamp: match.created_at })
}

/** The body of a test event. Its timestamp is the time of sending, because receivers may refuse old events. */
export function testEventBody(now: number): string {
  return bodyOf(SAMPLE_MATCH, { test: true, timestamp: isoInstant(now) })
}

function bodyOf(data: MatchDocument, { test, timestamp }: { test: boolean; timestamp: string }): string {
  return JSON.stringify({ type: EVENT_TYPE, timestamp, test, data })
}

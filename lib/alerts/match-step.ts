import type { LeasedRow } from '../queue/failure.js'
import { POLICIES } from '../queue/policies.js'
import { leaseRows } from '../queue/queue.js'
import { QUEUES } from '../queue/queues.js'
import type { Step } from '../queue/worker.js'
import type { Services } from '../services.js'

/** Transcripts are read in parallel, because a bucket is slow, and matched one after the other. */
const CONCURRENCY = 8

/** Matches newly stored transcripts against the alerts, on `matchThread`. */
export function matchStep({ db, clock, matchThread, signals }: Services): Step<LeasedRow> {
  return {
    name: 'match',
    queue: QUEUES.match,
    policy: POLICIES.match,
    concurrency: CONCURRENCY,
    counts: { transcripts: 0, matches: 0, questions: 0, paused: 0, failed: 0 },
    lease(lease) {
      const columns = 'episode_id AS id, match_tries AS tries, held_at AS since'
      return leaseRows<LeasedRow>(db, QUEUES.match, lease, columns)
    },

    async work(lease, { counts }) {
      counts.transcripts!++
      const written = await matchThread.calls.matchTranscript({ lease, now: clock.now() })
      for (const [name, count] of Object.entries(written)) counts[name]! += count
      if (written.matches > 0) signals.emit('delivery')
      if (written.questions > 0) signals.emit('question')
    },

    countFailure(counts) {
      counts.failed!++
    },
  }
}

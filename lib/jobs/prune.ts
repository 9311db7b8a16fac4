import { pruneDeletedAlerts } from '../alerts/alert-store.js'
import { MATCHES_KEPT_MS, pruneMatches } from '../alerts/match-store.js'
import { pruneQuestions } from '../alerts/question-store.js'
import { isBucketUnavailable } from '../bucket/bucket-error.js'
import { DAY_MS } from '../clock.js'
import { inBatches } from '../db/in-batches.js'
import { pruneCounters } from '../limits/counter-store.js'
import { pruneMails } from '../mail/outbox-store.js'
import { pruneSetAside } from '../queue/queue.js'
import { QUEUES } from '../queue/queues.js'
import type { Counts } from '../queue/worker.js'
import { writerOf } from '../search/engines.js'
import { pruneRankings } from '../search/ranking-store.js'
import type { Services } from '../services.js'
import { removeLeftovers } from '../transcribe/download.js'
import { workFolder } from '../transcribe/folders.js'
import { RECOGNISED_WITHIN_MS } from '../transcribe/recognise.js'
import { pruneRecognitions } from '../transcripts/due-transcript-store.js'
import { packOldTexts } from '../transcripts/transcript-store.js'
import { pruneDeliveries } from '../webhooks/delivery-store.js'
import { shownSince } from '../webhooks/webhook.js'
import type { Job } from './runner.js'
import { claimSlot, isClockTrusted } from './slots.js'

/** Longer than a month, the longest window, so that operators can inspect the last windows. */
const COUNTERS_KEPT_MS = 100 * DAY_MS
/** Mails that were sent, set aside or dropped, for operators to inspect. */
const MAILS_KEPT_MS = 30 * DAY_MS
/** Failed work, for an operator to retry. */
const SET_ASIDE_KEPT_MS = 30 * DAY_MS
/** By then every process has read the deletions. */
const DELETIONS_KEPT_MS = 30 * DAY_MS
const ROWS_AT_ONCE = 500
/** A batch takes about 20 ms of `matchThread`, and matching waits for it. */
const TRANSCRIPTS_AT_ONCE = 10

/** Deletes expired rows of every kind, in batches small enough that other writers can write in between. */
export const prune = ({ db, clock, config, documents, logger, matchThread }: Services): Job => ({
  name: 'prune',
  schedule: '0 17 3 * * *',

  async claim() {
    const now = clock.now()
    if (!(await claimSlot(db, 'prune', now))) return false
    const isTrusted = await isClockTrusted(db, now)
    if (!isTrusted) logger.warn('nothing is pruned tonight: without a run a day ago the clock may be wrong')
    return isTrusted
  },

  async run(abort) {
    const now = clock.now()
    const rows = (remove: (limit: number) => Promise<number>) => inBatches(ROWS_AT_ONCE, remove, abort)
    const kinds: Record<string, () => Promise<number>> = {
      repacked_texts: () => packOldTexts(db, now, abort),
      matches: () => rows((limit) => pruneMatches(db, now - MATCHES_KEPT_MS, limit)),
      mails: () => rows((limit) => pruneMails(db, now - MAILS_KEPT_MS, limit)),
      deleted_alerts: () => pruneDeletedAlerts(db, now - DELETIONS_KEPT_MS),
      recognitions: () => pruneRecognitions(db, now - RECOGNISED_WITHIN_MS),
      audio_files: () => removeLeftovers(workFolder(config), now - RECOGNISED_WITHIN_MS),
      counters: () => rows((limit) => pruneCounters(db, now - COUNTERS_KEPT_MS, limit)),
      deliveries: () => rows((limit) => pruneDeliveries(db, shownSince(now), limit)),
      set_aside: async () => {
        const before = now - SET_ASIDE_KEPT_MS
        let count = await pruneQuestions(db, before)
        for (const queue of Object.values(QUEUES)) count += await pruneSetAside(db, queue, before)
        return count
      },
      completed_transcripts: () =>
        inBatches(TRANSCRIPTS_AT_ONCE, (limit) => matchThread.calls.completeTranscripts(limit), abort),
      search_rankings: () => rows((limit) => pruneRankings(db, now, limit)),
      // Merges what `completed_transcripts` has rewritten too.
      recent_transcripts: () => writerOf(db).tidy(db, now, abort),
      objects: () => documents.prune(db, now, abort),
    }
    const counts: Counts = {}
    let failure: unknown
    for (const [name, prune] of Object.entries(kinds)) {
      if (abort.aborted) break
      try {
        counts[name] = await prune()
      } catch (error) {
        // A failure of one kind does not stop the others.
        if (isBucketUnavailable(error)) {
          logger.warn(
            { reason: error.message, kind: name },
            'the bucket is unreachable: these rows are pruned another night',
          )
          counts[name] = 0
        } else failure ??= error
      }
    }
    if (failure !== undefined) throw failure
    return counts
  },
})

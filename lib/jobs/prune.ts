import { pruneDeletedAlerts } from '../alerts/alert-store.js'
import { MATCHES_KEPT_MS, pruneMatches } from '../alerts/match-store.js'
import { isBucketUnavailable } from '../bucket/bucket-error.js'
import { DAY_MS } from '../clock.js'
import { pruneCounters } from '../limits/counter-store.js'
import { pruneMails } from '../mail/outbox-store.js'
import { addMissingPeaks } from '../search/peak-index.js'
import { pruneSearch } from '../search/prune.js'
import type { Services } from '../services.js'
import { removeLeftovers } from '../transcribe/download.js'
import { workFolder } from '../transcribe/folders.js'
import { RECOGNISED_WITHIN_MS } from '../transcribe/recognise.js'
import { pruneRecognitions } from '../transcribe/recognition-queue.js'
import { OBJECTS_KEPT_MS, pruneObjects } from '../transcripts/prune-objects.js'
import { repackTexts } from '../transcripts/unpacked-texts.js'
import { pruneDeliveries } from '../webhooks/delivery-store.js'
import { shownSince } from '../webhooks/webhook.js'
import type { Job } from './runner.js'
import { claimSlot } from './slots.js'

/** Longer than the longest window that is counted, with room for a look back. */
const COUNTERS_KEPT_MS = 100 * DAY_MS
/** Mails that are settled, for a look at what was sent. */
const MAILS_KEPT_MS = 30 * DAY_MS
/** What every process has long caught up with. */
const DELETIONS_KEPT_MS = 30 * DAY_MS

/** Removes what retention says, each kind in batches small enough to let others write in between. */
export const prune = ({ db, clock, config, documents, logger }: Services): Job => ({
  name: 'prune',
  schedule: '0 17 3 * * *',
  claim: () => claimSlot(db, 'prune', clock.now()),

  async run() {
    const now = clock.now()
    const ifBucketIsAway = (consequence: string) => (error: Error) => {
      if (!isBucketUnavailable(error)) throw error
      logger.warn({ reason: error.message }, consequence)
      return 0
    }
    const { rankings, recent } = await pruneSearch(db, now)
    return {
      search_rankings: rankings,
      recent_transcripts: recent,
      repacked_texts: await repackTexts(db, now),
      matches: await pruneMatches(db, now - MATCHES_KEPT_MS),
      mails: await pruneMails(db, now - MAILS_KEPT_MS),
      deleted_alerts: await pruneDeletedAlerts(db, now - DELETIONS_KEPT_MS),
      recognitions: await pruneRecognitions(db, now - RECOGNISED_WITHIN_MS),
      audio_files: await removeLeftovers(workFolder(config), now - RECOGNISED_WITHIN_MS),
      counters: await pruneCounters(db, now - COUNTERS_KEPT_MS),
      deliveries: await pruneDeliveries(db, shownSince(now)),
      peaks: await addMissingPeaks(db, documents).catch(
        ifBucketIsAway('peaks cannot be added to the index now'),
      ),
      objects: await pruneObjects(db, documents, now - OBJECTS_KEPT_MS).catch(
        ifBucketIsAway('objects of replaced transcripts cannot be removed now'),
      ),
    }
  },
})

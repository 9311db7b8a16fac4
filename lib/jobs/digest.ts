import { writeDigests } from '../mail/digest.js'
import { makeMailsDue } from '../mail/outbox-store.js'
import type { Services } from '../services.js'
import type { Job } from './runner.js'
import { claimSlot } from './slots.js'

/** Writes the hourly mails about new matches. */
export const digest = ({ config, db, clock, ids, publicAddress, signals }: Services): Job => ({
  name: 'digest',
  schedule: '0 0 * * * *',
  claim: () => claimSlot(db, 'digest', clock.now()),

  async run(abort) {
    // An operator who runs the job by hand has repaired the mail server and does not want to wait for a retry.
    await makeMailsDue(db, clock.now())
    const hasMailServer = config.smtpUrl !== undefined
    const counts = await writeDigests({ db, clock, ids, publicAddress, hasMailServer }, abort)
    if (counts.mails > 0) signals.emit('mail')
    return { ...counts }
  },
})

import { writeDigests } from '../mail/digest.js'
import { sendOutbox } from '../mail/outbox.js'
import { hastenMails } from '../mail/outbox-store.js'
import { createMailTransport } from '../mail/transport.js'
import type { Services } from '../services.js'
import type { Job } from './runner.js'
import { claimSlot } from './slots.js'

/** Writes the hourly mails about new matches. */
export const digest = ({ config, db, clock, ids, signals }: Services): Job => ({
  name: 'digest',
  schedule: '0 0 * * * *',
  claim: () => claimSlot(db, 'digest', clock.now()),

  async run(abort) {
    // Who runs the job by hand has mended the mail server and does not want to sit out a pause.
    await hastenMails(db, clock.now())
    const counts = await writeDigests({ db, clock, ids, hasMailServer: config.smtpUrl !== undefined }, abort)
    if (counts.mails > 0) signals.emit('mail')
    return { ...counts }
  },
})

/** Sends the outbox: digests and notices to admins. */
export const sendMails = ({ config, db, clock, logger }: Services): Job => ({
  name: 'mail',
  partOf: 'digest',
  schedule: '*/10 * * * * *', // mails become due again without a signal
  wakeOn: ['mail'],

  async run(abort) {
    const transport = config.smtpUrl ? createMailTransport(config.smtpUrl, config.mailFrom) : undefined
    try {
      return { ...(await sendOutbox({ db, clock, logger, send: transport?.send }, abort)) }
    } finally {
      transport?.close()
    }
  },
})

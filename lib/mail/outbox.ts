import { WorkFailure } from '../queue/failure.js'
import { POLICIES } from '../queue/policies.js'
import { QUEUES } from '../queue/queues.js'
import type { Step } from '../queue/worker.js'
import type { Services } from '../services.js'
import { dropMail, leaseDueMails, markMailSent, type WaitingMail } from './outbox-store.js'
import { createMailTransport, type MailTransport } from './transport.js'

const CONCURRENCY = 2

/**
 * Sends the mails in the outbox: digests and notices to admins. A mail is marked as sent after the server has
 * accepted it. A crash in between sends it once more with the same Message-ID, so that mail programs
 * recognise the repeat. A mail that cannot be sent for two days is set aside.
 */
export function mailStep({ config, db, clock, logger }: Services): Step<WaitingMail> {
  const { smtpUrl, mailFrom } = config
  let transport: MailTransport | undefined
  return {
    name: 'mail',
    queue: QUEUES.mail,
    policy: POLICIES.mail,
    concurrency: CONCURRENCY,
    counts: { sent: 0, failed: 0, dropped: 0 },
    lease: (lease) => leaseDueMails(db, lease),

    async work(mail, { counts }) {
      if (!smtpUrl) {
        const about = { mail: mail.messageId, kind: mail.kind, subject: mail.subject }
        logger.warn(about, 'a mail was dropped: no mail server is configured')
        counts.dropped!++
        return dropMail(db, mail.id, 'no mail server is configured')
      }
      transport ??= createMailTransport(smtpUrl, mailFrom)
      await transport.send(mail).catch((error: Error) => {
        throw new WorkFailure(error.message)
      })
      await markMailSent(db, mail.id, clock.now())
      counts.sent!++
    },

    countFailure(counts, { dueAt }) {
      counts[dueAt === null ? 'dropped' : 'failed']!++
    },

    passEnded() {
      transport?.close()
      transport = undefined
    },
  }
}

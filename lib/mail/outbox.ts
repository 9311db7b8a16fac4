import { createTransport } from 'nodemailer'
import { WorkFailure } from '../queue/failure.js'
import { POLICIES } from '../queue/policies.js'
import { QUEUES } from '../queue/queues.js'
import type { Step } from '../queue/worker.js'
import type { Services } from '../services.js'
import { dropMail, leaseDueMails, markMailSent, type WaitingMail } from './outbox-store.js'

/** Mails at a time, each on its own connection. */
const CONCURRENCY = 2
const CONNECT_MS = 10_000
const SILENCE_MS = 30_000

/**
 * Sends the mails in the outbox: digests and notices to admins. A mail is marked as sent after the server has
 * accepted it. A crash in between sends it once more with the same Message-ID, so that mail programs
 * recognise the repeat. A mail that cannot be sent for two days is set aside.
 */
export function mailStep({ config, db, clock, logger }: Services): Step<WaitingMail> {
  const { smtpUrl, mailFrom } = config
  let transport: ReturnType<typeof transportTo> | undefined
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
      transport ??= transportTo(smtpUrl)
      await transport.sendMail(mailOf(mail, mailFrom)).catch((error: Error) => {
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

/** `smtp://` or `smtps://`; credentials in the URL are used. */
const transportTo = (smtpUrl: string) =>
  createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: CONCURRENCY,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

function mailOf({ name, address, subject, text, html, messageId, since }: WaitingMail, from: string) {
  const domain = /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    to: { name, address },
    subject,
    text,
    html,
    messageId: `<${messageId}@${domain}>`,
    date: new Date(since),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}

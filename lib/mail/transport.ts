import { createTransport } from 'nodemailer'
import type { WaitingMail } from './outbox-store.js'

/** Passes one mail to the mail server; resolves when the server has accepted it. */
type SendMail = (mail: WaitingMail) => Promise<void>

export interface MailTransport {
  send: SendMail
  close(): void
}

const CONNECT_MS = 10_000
const SILENCE_MS = 30_000

/** `smtp://` or `smtps://`; credentials in the URL are used. */
export function createMailTransport(smtpUrl: string, from: string): MailTransport {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    async send(mail) {
      await transport.sendMail({
        from,
        to: { name: mail.name, address: mail.address },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: `<${mail.messageId}@${domain}>`,
        date: new Date(mail.since),
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      })
    },
    close: () => transport.close(),
  }
}

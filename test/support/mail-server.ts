import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail extends Email {
  /** As the envelope names them. */
  recipients: string[]
}

/** A mail server that keeps what it takes. */
export class MailServer {
  readonly mails: ReceivedMail[] = []
  /** What it answers to the next mails instead of taking them. */
  refusal: { code: number; message: string } | undefined
  /** Told when a mail has been taken, before the sender is. */
  onTaken: (() => Promise<void>) | undefined
  private readonly server: SMTPServer

  private constructor() {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          if (this.refusal) {
            const { code, message } = this.refusal
            done(Object.assign(new Error(message), { responseCode: code }))
            return
          }
          const recipients = session.envelope.rcptTo.map(({ address }) => address)
          void this.take(Buffer.concat(chunks), recipients).then(() => done(), done)
        })
      },
    })
    // Senders that hang up are part of some tests.
    this.server.on('error', () => undefined)
  }

  static async start(): Promise<MailServer> {
    const mailServer = new MailServer()
    mailServer.server.listen(0, '127.0.0.1')
    await once(mailServer.server.server, 'listening')
    return mailServer
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`
  }

  /** What was taken since the last call. */
  taken(): ReceivedMail[] {
    return this.mails.splice(0)
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()))
  }

  private async take(raw: Buffer, recipients: string[]): Promise<void> {
    this.mails.push({ ...(await PostalMime.parse(raw)), recipients })
    await this.onTaken?.()
  }
}

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../clock.js'
import type { Db } from '../db/types.js'
import type { Logger } from '../logger.js'
import { leaseDueMails, markMailFailed, markMailSent, releaseMail, type WaitingMail } from './outbox-store.js'
import type { SendMail } from './transport.js'

const AT_A_TIME = 2
/** Longer than a mail server may take over one mail. */
const LEASE_MS = 3 * MINUTE_MS
const FIRST_PAUSE_MS = 15 * SECOND_MS
const LONGEST_PAUSE_MS = HOUR_MS
/** How long a mail is tried. */
const TRIED_FOR_MS = 2 * DAY_MS

export interface OutboxOptions {
  db: Db
  clock: { now(): number }
  logger: Logger
  /** Undefined where no mail server is configured. */
  send: SendMail | undefined
}

export interface OutboxCounts {
  sent: number
  failed: number
  dropped: number
}

/** When a mail that was not taken is tried again: pauses double from 15 seconds to an hour. */
function nextTryAt(now: number, tries: number): number {
  return now + Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries, 30), LONGEST_PAUSE_MS)
}

/**
 * Sends what is due. What is promised: every mail reaches the server at least once, or is given up in the log after two
 * days. It is recorded as sent only after the server has taken it; a crash between the two sends it once more, under the
 * same Message-ID, by which mail programs recognise a repeat.
 */
export async function sendOutbox(options: OutboxOptions, abort: AbortSignal): Promise<OutboxCounts> {
  const counts: OutboxCounts = { sent: 0, failed: 0, dropped: 0 }
  const { db, clock } = options
  const lane = async () => {
    while (!abort.aborted) {
      const now = clock.now()
      const [mail] = await leaseDueMails(db, { now, until: now + LEASE_MS, limit: 1 })
      if (!mail) return
      if (abort.aborted) return releaseMail(db, mail.id)
      counts[await deliver(mail, options)]++
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, lane))
  return counts
}

async function deliver(mail: WaitingMail, options: OutboxOptions): Promise<keyof OutboxCounts> {
  const { db, clock, logger, send } = options
  const about = { mail: mail.messageId, kind: mail.kind, subject: mail.subject }
  if (!send) {
    logger.warn(about, 'a mail was dropped: no mail server is configured')
    await markMailFailed(db, { id: mail.id, dueAt: null, error: 'no mail server is configured' })
    return 'dropped'
  }
  try {
    await send(mail)
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown.message : String(thrown)
    const now = clock.now()
    const isOver = now >= mail.createdAt + TRIED_FOR_MS
    await markMailFailed(db, { id: mail.id, dueAt: isOver ? null : nextTryAt(now, mail.tries), error })
    if (isOver) logger.error({ ...about, reason: error }, 'a mail was given up')
    else logger.warn({ ...about, reason: error }, 'a mail was not taken; it is tried again')
    return isOver ? 'dropped' : 'failed'
  }
  await markMailSent(db, mail.id, clock.now())
  return 'sent'
}

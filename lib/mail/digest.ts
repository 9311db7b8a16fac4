import { type FreshMatch, passOverMatches, takeFreshMatches } from '../alerts/match-store.js'
import { DAY_MS } from '../clock.js'
import type { PublicAddress } from '../config.js'
import type { Job } from '../jobs/runner.js'
import { claimSlot } from '../jobs/slots.js'
import type { Services } from '../services.js'
import { digestMail } from './digest-mail.js'
import { type DigestRecipient, listAccountsToDigest, listDigestRecipients } from './digest-store.js'
import { insertMail, makeMailsDue, type NewMail } from './outbox-store.js'

/** Older matches are not mailed: the first mail after a mail server is configured must not list weeks of them. */
const NEWS_FOR_MS = 7 * DAY_MS

type Parts = Pick<Services, 'config' | 'db' | 'clock' | 'ids' | 'publicAddress' | 'signals'>

/** The job that writes the hourly mails about new matches. */
export const digest = (parts: Parts): Job => ({
  name: 'digest',
  schedule: '0 0 * * * *',
  claim: () => claimSlot(parts.db, 'digest', parts.clock.now()),

  async run(abort) {
    // An operator who runs the job by hand has repaired the mail server and does not want to wait for a retry.
    await makeMailsDue(parts.db, parts.clock.now())
    const counts = await writeDigests(parts, abort)
    if (counts.mails > 0) parts.signals.emit('mail')
    return counts
  },
})

type DigestCounts = { matches: number; mails: number }

/**
 * Writes one mail per recipient of fresh matches to the outbox, with all their alerts. Mails and marks of an
 * account are one transaction, so a crash repeats an account completely or not at all.
 */
async function writeDigests(parts: Parts, abort: AbortSignal): Promise<DigestCounts> {
  const { config, db, clock } = parts
  const counts: DigestCounts = { matches: 0, mails: 0 }
  await passOverMatches(db, clock.now() - NEWS_FOR_MS, clock.now())
  if (config.smtpUrl === undefined) return counts
  for (const accountId of await listAccountsToDigest(db)) {
    if (abort.aborted) break
    const written = await writeDigestOf(accountId, parts)
    counts.matches += written.matches
    counts.mails += written.mails
  }
  return counts
}

function writeDigestOf(accountId: number, { db, clock, ids, publicAddress }: Parts): Promise<DigestCounts> {
  const now = clock.now()
  // Read committed: a digest at the same time waits for the matches that this one takes, and then finds none.
  return db.transaction(async (db) => {
    const matches = await takeFreshMatches(db, accountId, now)
    const alertIds = new Set(matches.map(({ alertId }) => alertId))
    const mails = mailsOf(matches, await listDigestRecipients(db, [...alertIds]), publicAddress)
    for (const mail of mails) await insertMail(db, { ...mail, now, ids })
    return { matches: matches.length, mails: mails.length }
  }, 'read committed')
}

function mailsOf(
  matches: readonly FreshMatch[],
  recipients: readonly DigestRecipient[],
  { baseUrl }: PublicAddress,
): NewMail[] {
  const people = new Map<number, { name: string; address: string; alertIds: Set<number> }>()
  for (const { userId, name, address, alertId } of recipients) {
    const person = people.get(userId) ?? { name, address, alertIds: new Set() }
    person.alertIds.add(alertId)
    people.set(userId, person)
  }
  // Most recipients of a team have the same alerts, and so the same mail. Other writers wait while it is written.
  const contents = new Map<string, ReturnType<typeof digestMail>>()
  return [...people.values()].map(({ name, address, alertIds }) => {
    const key = [...alertIds].join()
    const theirs = () => matches.filter(({ alertId }) => alertIds.has(alertId))
    const content = contents.get(key) ?? digestMail(theirs(), baseUrl)
    contents.set(key, content)
    return { kind: 'digest', name, address, ...content }
  })
}

import type { Team } from '../accounts/account.js'
import { countMatchesSince, shownMatchesSince } from '../alerts/match-store.js'
import type { Clock } from '../clock.js'
import type { CursorBinding, Cursors, Page, PageQuery } from '../cursor.js'
import { isUniqueViolation } from '../db/errors.js'
import { lockRows } from '../db/row-locks.js'
import type { Db } from '../db/types.js'
import { AppError, asSentence, type FaultyFields, invalidInput } from '../errors.js'
import type { Ids } from '../ids.js'
import type { Signals } from '../jobs/signals.js'
import type { Limits } from '../limits/limits.js'
import { Capacity } from '../queue/capacity.js'
import { FetchError, readUrl, type SafeFetch } from '../safe-fetch.js'
import { type Attempt, listAttempts } from './attempt-store.js'
import {
  cancelPending,
  countPending,
  findSentEvent,
  listDeliveries,
  type WebhookEvent,
} from './delivery-store.js'
import { replayMatches, sendEvent } from './send-again.js'
import { type Delivery, type DeliveryStatus, newSecret, shownSince, type Webhook } from './webhook.js'
import {
  findWebhookOfTeam,
  getWebhook,
  insertWebhook,
  switchOff,
  switchOn,
  updateWebhookUrl,
} from './webhook-store.js'

/** Webhooks that a team may have. */
const WEBHOOKS_PER_TEAM = 1

/** The most matches of one replay, because its caller waits, and the most deliveries that may then be pending. */
const REPLAYED_AT_MOST = 5_000

interface Parts {
  db: Db
  clock: Clock
  ids: Ids
  cursors: Cursors
  limits: Limits
  signals: Signals
  safeFetch: SafeFetch
}

/** What a team can do with its webhook. Every method that names one throws `webhook_not_found`. */
export class Webhooks {
  /** One replay at a time for each webhook of this server, so that the next one counts what it inserted. */
  private readonly replays = new Capacity({ total: Number.POSITIVE_INFINITY, perKey: 1 })

  constructor(private readonly parts: Parts) {}

  /** @throws AppError `plan_limit_reached` for a second webhook, `invalid_input` naming `url` */
  async create(team: Team, url: string): Promise<Webhook & { secret: string }> {
    const { db, ids, clock } = this.parts
    if (await findWebhookOfTeam(db, team.id)) throw limitReached()
    await this.checkAddress(url)
    const secret = newSecret(ids)
    const webhook = { uuid: ids.uuid(), teamId: team.id, url, secret, now: clock.now() }
    try {
      return { ...(await insertWebhook(db, webhook)), secret }
    } catch (error) {
      throw isUniqueViolation(error) ? limitReached() : error
    }
  }

  /** @throws AppError `invalid_input` naming `url` */
  async update(team: Team, uuid: string, change: { url?: string; isActive?: boolean }): Promise<Webhook> {
    const { db, clock } = this.parts
    const { url, isActive } = change
    const { id } = await getWebhook(db, team.id, uuid)
    if (url !== undefined) await this.checkAddress(url)
    return db.transaction(async (db) => {
      await lockRows(db, 'webhooks', [id])
      if (url !== undefined) await updateWebhookUrl(db, id, url)
      if (isActive === true) await switchOn(db, id)
      if (isActive === false) {
        await switchOff(db, { id, reason: null, now: clock.now() })
        await cancelPending(db, id)
      }
      return getWebhook(db, team.id, uuid)
    }, 'read committed')
  }

  /** Newest first, optionally of one status. */
  listDeliveries(
    team: Team,
    uuid: string,
    { status, ...query }: PageQuery & { status?: DeliveryStatus },
  ): Promise<Page<Delivery>> {
    const { db, clock, cursors } = this.parts
    const binding: CursorBinding = ['listWebhookDeliveries', team.uuid, uuid, ...(status ? [status] : [])]
    return cursors.pageById(query, binding, async (beforeId, limit) => {
      const { id: webhookId } = await getWebhook(db, team.id, uuid)
      return listDeliveries(db, { webhookId, since: shownSince(clock.now()), beforeId, limit, status })
    })
  }

  /** Every attempt of a delivery, oldest first. @throws AppError `not_found` for an unknown delivery */
  async listAttempts(team: Team, uuid: string, deliveryUuid: string): Promise<Attempt[]> {
    const { id } = await this.getSentEvent(team, uuid, deliveryUuid)
    return (await listAttempts(this.parts.db, [id])).get(id) ?? []
  }

  /**
   * Sends the event of a delivery again.
   * @throws AppError `not_found` for an unknown delivery, `rate_limited` for a test
   */
  async resend(team: Team, uuid: string, deliveryUuid: string): Promise<Delivery> {
    return this.send(team, await this.getSentEvent(team, uuid, deliveryUuid))
  }

  /**
   * Sends a test. `otherUrl` replaces the webhook's URL.
   * @throws AppError `invalid_input` naming `url`, `rate_limited`
   */
  async test(team: Team, uuid: string, otherUrl?: string): Promise<Delivery> {
    const { id: webhookId, url } = await getWebhook(this.parts.db, team.id, uuid)
    const isOwn = otherUrl === undefined || new URL(otherUrl).href === new URL(url).href
    if (!isOwn) await this.checkAddress(otherUrl)
    const targetUrl = isOwn ? '' : otherUrl
    return this.send(team, { webhookId, webhookUuid: uuid, matchUuid: null, body: '', targetUrl })
  }

  /** How many matches `replay` would send. */
  async countReplay(team: Team, uuid: string, since: number): Promise<number> {
    await getWebhook(this.parts.db, team.id, uuid)
    return this.countSince(team, since)
  }

  /**
   * Sends every match of the team since a time again.
   * @returns how many
   * @throws AppError `invalid_input` naming `since` where that would be too many
   */
  replay(team: Team, uuid: string, since: number): Promise<number> {
    const { db, signals } = this.parts
    return this.replays.run(uuid, async () => {
      const webhook = await getWebhook(db, team.id, uuid)
      const matches = await this.countSince(team, since)
      refuseTooMany(matches, await countPending(db, webhook.id))
      const replayed = await replayMatches(this.parts, webhook, since)
      signals.emit('delivery')
      return replayed
    })
  }

  private countSince({ id: teamId }: Team, since: number): Promise<number> {
    const { db, clock } = this.parts
    return countMatchesSince(db, { teamId, since: shownMatchesSince(clock.now(), since) })
  }

  private async send(team: Team, event: WebhookEvent): Promise<Delivery> {
    if (event.matchUuid === null) await this.parts.limits.countTestSend(team.id)
    const delivery = await sendEvent(this.parts, event)
    this.parts.signals.emit('delivery')
    return delivery
  }

  private async getSentEvent(team: Team, uuid: string, deliveryUuid: string) {
    const { db, clock } = this.parts
    const { id: webhookId } = await getWebhook(db, team.id, uuid)
    const since = shownSince(clock.now())
    const sent = await findSentEvent(db, { uuid: deliveryUuid, webhookId, since })
    if (sent) return sent
    const message = 'There is no delivery with this id. Deliveries are kept for 30 days.'
    throw new AppError('not_found', { message })
  }

  private async checkAddress(url: string): Promise<void> {
    await this.parts.safeFetch.checkUrl(url, { https: true }).catch((error) => {
      throw invalidInput(faultOf(error))
    })
  }
}

function refuseTooMany(matches: number, pending: number): void {
  if (pending + matches <= REPLAYED_AT_MOST) return
  const reason =
    matches > REPLAYED_AT_MOST
      ? `${matches} matches were recorded since then. One replay sends at most ${REPLAYED_AT_MOST}. Choose a later time.`
      : `${pending} deliveries are pending, and ${matches} matches were recorded since then. Together they may be ` +
        `at most ${REPLAYED_AT_MOST}. Wait until fewer are pending, or choose a later time.`
  throw invalidInput({ since: [reason] })
}

/** Faults visible in the text of the URL; its host is looked up later. */
export function faultsOfUrl(url: string): FaultyFields {
  try {
    readUrl(url, { https: true })
    return {}
  } catch (error) {
    return faultOf(error)
  }
}

function faultOf(error: unknown): FaultyFields {
  if (error instanceof FetchError) return { url: [asSentence(error.message)] }
  throw error
}

function limitReached(): AppError {
  return new AppError('plan_limit_reached', {
    message: 'This team already has a webhook. Change that one, or delete it first.',
    extra: { limit_key: 'webhooks', limit: WEBHOOKS_PER_TEAM },
  })
}

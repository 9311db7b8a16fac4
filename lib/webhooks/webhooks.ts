import type { Team } from '../accounts/account.js'
import { countMatchesSince, MATCHES_KEPT_MS } from '../alerts/match-store.js'
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
  insertTestDelivery,
  listDeliveries,
} from './delivery-store.js'
import { testEventBody } from './event.js'
import { replayMatches, resendDelivery } from './send-again.js'
import { type Delivery, type DeliveryStatus, newSecret, shownSince, type Webhook } from './webhook.js'
import * as store from './webhook-store.js'

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

  async list(team: Team): Promise<Webhook[]> {
    const webhook = await store.findWebhookOfTeam(this.parts.db, team.id)
    return webhook ? [webhook] : []
  }

  /** @throws AppError `plan_limit_reached` for a second webhook, `invalid_input` naming `url` */
  async create(team: Team, url: string): Promise<Webhook & { secret: string }> {
    const { db, ids, clock } = this.parts
    refuse(faultsOfUrl(url))
    if (await store.findWebhookOfTeam(db, team.id)) throw limitReached()
    await this.checkAddress(url)
    const secret = newSecret(ids)
    const webhook = { uuid: ids.uuid(), teamId: team.id, url, secret, now: clock.now() }
    try {
      return { ...(await store.insertWebhook(db, webhook)), secret }
    } catch (error) {
      throw isUniqueViolation(error) ? limitReached() : error
    }
  }

  async get(team: Team, uuid: string, db: Db = this.parts.db): Promise<Webhook> {
    const webhook = await store.findWebhook(db, uuid, team.id)
    if (!webhook) throw new AppError('webhook_not_found')
    return webhook
  }

  /** @throws AppError `invalid_input` naming `url` */
  async update(team: Team, uuid: string, change: { url?: string; isActive?: boolean }): Promise<Webhook> {
    const { db, clock } = this.parts
    const { url, isActive } = change
    if (url !== undefined) {
      refuse(faultsOfUrl(url))
      await this.get(team, uuid)
      await this.checkAddress(url)
    }
    // Read committed: only the id, which never changes, is read before the lock.
    return db.transaction(async (db) => {
      const { id } = await this.get(team, uuid, db)
      await lockRows(db, 'webhooks', [id])
      if (url !== undefined) await store.updateWebhookUrl(db, id, url)
      if (isActive === true) await store.switchOn(db, id)
      if (isActive === false) {
        await store.switchOff(db, { id, reason: null, now: clock.now() })
        await cancelPending(db, id)
      }
      return this.get(team, uuid, db)
    }, 'read committed')
  }

  async delete(team: Team, uuid: string): Promise<void> {
    const { id } = await this.get(team, uuid)
    await store.deleteWebhook(this.parts.db, id)
  }

  async rotateSecret(team: Team, uuid: string): Promise<string> {
    const { db, ids } = this.parts
    const { id } = await this.get(team, uuid)
    const secret = newSecret(ids)
    await store.updateSecret(db, id, secret)
    return secret
  }

  /** Newest first, optionally of one status. */
  async listDeliveries(
    team: Team,
    uuid: string,
    { limit, cursor, status }: PageQuery & { status?: DeliveryStatus },
  ): Promise<Page<Delivery>> {
    const { db, clock, cursors } = this.parts
    const binding: CursorBinding = ['listWebhookDeliveries', team.uuid, uuid, ...(status ? [status] : [])]
    const beforeId = cursors.read<number>(cursor, binding) ?? Number.MAX_SAFE_INTEGER
    const webhook = await this.get(team, uuid)
    const rows = await listDeliveries(db, {
      webhookId: webhook.id,
      since: shownSince(clock.now()),
      beforeId,
      limit: limit + 1,
      status,
    })
    return cursors.page(rows, limit, binding)
  }

  /** Every attempt of a delivery, oldest first. @throws AppError `not_found` for an unknown delivery */
  async listAttempts(team: Team, uuid: string, deliveryUuid: string): Promise<Attempt[]> {
    const { db, clock } = this.parts
    const { id: webhookId } = await this.get(team, uuid)
    const since = shownSince(clock.now())
    const sent = await findSentEvent(db, { uuid: deliveryUuid, webhookId, since })
    if (!sent) throw unknownDelivery()
    return (await listAttempts(db, [sent.id])).get(sent.id) ?? []
  }

  /**
   * Sends the event of a delivery again and wakes the sender.
   * @returns the id of the new delivery
   * @throws AppError `not_found` for an unknown delivery, `rate_limited` as `test` for a test send
   */
  async resend(team: Team, uuid: string, deliveryUuid: string): Promise<string> {
    const { db, clock, limits } = this.parts
    const { id } = await this.get(team, uuid)
    const since = shownSince(clock.now())
    const sent = await findSentEvent(db, { uuid: deliveryUuid, since, webhookId: id })
    if (sent?.matchUuid === null) await limits.countTestSend(team.id)
    const resent = await resendDelivery(this.parts, deliveryUuid, id)
    if (resent === undefined) throw unknownDelivery()
    this.parts.signals.emit('delivery')
    return resent
  }

  /** How many matches `replay` would send. */
  async countReplay(team: Team, uuid: string, since: number): Promise<number> {
    const { db, clock } = this.parts
    await this.get(team, uuid)
    const from = Math.max(since, clock.now() - MATCHES_KEPT_MS)
    return countMatchesSince(db, { teamId: team.id, since: from })
  }

  /**
   * Sends every match of the team since a time again and wakes the sender.
   * @returns how many
   * @throws AppError `invalid_input` naming `since` where that would be too many
   */
  replay(team: Team, uuid: string, since: number): Promise<number> {
    return this.replays.run(uuid, () => this.replayAlone(team, uuid, since))
  }

  private async replayAlone(team: Team, uuid: string, since: number): Promise<number> {
    const { id } = await this.get(team, uuid)
    const matches = await this.countReplay(team, uuid, since)
    if (matches > REPLAYED_AT_MOST) {
      throw invalidInput({
        since: [
          `${matches} matches were recorded since then. One replay sends at most ${REPLAYED_AT_MOST}. Choose a later time.`,
        ],
      })
    }
    const pending = await countPending(this.parts.db, id)
    if (pending + matches > REPLAYED_AT_MOST) {
      throw invalidInput({
        since: [
          `${pending} deliveries are pending, and ${matches} matches were recorded since then. Together they may be ` +
            `at most ${REPLAYED_AT_MOST}. Wait until fewer are pending, or choose a later time.`,
        ],
      })
    }
    const replayed = await replayMatches(this.parts, { webhookUuid: uuid, since })
    if (replayed === undefined) throw new AppError('webhook_not_found')
    this.parts.signals.emit('delivery')
    return replayed
  }

  /**
   * Inserts a test send and wakes the sender. `otherUrl` replaces the webhook's URL.
   * @throws AppError `invalid_input` naming `url`, `rate_limited`
   */
  async test(team: Team, uuid: string, otherUrl?: string): Promise<Delivery> {
    const { db, ids, clock, limits, signals } = this.parts
    if (otherUrl !== undefined) refuse(faultsOfUrl(otherUrl))
    const webhook = await this.get(team, uuid)
    const targetUrl = otherUrl === undefined || sameUrl(otherUrl, webhook.url) ? '' : otherUrl
    if (targetUrl !== '') await this.checkAddress(targetUrl)
    await limits.countTestSend(team.id)
    const test = {
      webhookId: webhook.id,
      body: testEventBody(clock.now()),
      targetUrl,
      now: clock.now(),
      uuid: ids.uuid(),
    }
    // Read committed: only inserts a row with a new id.
    const delivery = await db.transaction((db) => insertTestDelivery(db, test), 'read committed')
    // Deleted meanwhile.
    if (!delivery) throw new AppError('webhook_not_found')
    signals.emit('delivery')
    return delivery
  }

  private async checkAddress(url: string): Promise<void> {
    await this.parts.safeFetch.checkUrl(url, { https: true }).catch((error) => refuse(faultOf(error)))
  }
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

function refuse(faults: FaultyFields): void {
  if (faults.url) throw invalidInput(faults)
}

const unknownDelivery = () =>
  new AppError('not_found', {
    message: 'There is no delivery with this id. Deliveries are kept for 30 days.',
  })

function limitReached(): AppError {
  return new AppError('plan_limit_reached', {
    message: 'This team already has a webhook. Change that one, or delete it first.',
    extra: { limit_key: 'webhooks', limit: WEBHOOKS_PER_TEAM },
  })
}

function sameUrl(one: string, other: string): boolean {
  return new URL(one).href === new URL(other).href
}

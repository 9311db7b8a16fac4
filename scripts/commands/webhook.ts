import { type Command, InvalidArgumentError } from 'commander'
import { presentAttempt } from '../../handlers/console/present.js'
import { presentDelivery, presentWebhook } from '../../handlers/present.js'
import { isoInstant, parseDateTime } from '../../lib/clock.js'
import { type Attempt, listAttempts } from '../../lib/webhooks/attempt-store.js'
import { findSentEvent, listDeliveries } from '../../lib/webhooks/delivery-store.js'
import { replayMatches, sendEvent } from '../../lib/webhooks/send-again.js'
import { type Delivery, shownSince } from '../../lib/webhooks/webhook.js'
import { findWebhook, summariseWebhooks, type WebhookSummary } from '../../lib/webhooks/webhook-store.js'
import { CommandError, clock, ids, print, table, withDatabase } from './command.js'

const SHOWN = 100

const present = (webhook: WebhookSummary) => ({
  ...presentWebhook(webhook),
  team_id: webhook.teamUuid,
  team_name: webhook.teamName,
  deliveries: {
    pending: webhook.pending,
    succeeded: webhook.succeeded,
    failed: webhook.failed,
    cancelled: webhook.cancelled,
  },
  last_error: webhook.lastError,
})

function stateOf({ isActive, disabledReason }: WebhookSummary): string {
  if (isActive) return 'on'
  return disabledReason === 'failing' ? 'off, failing' : 'off'
}

const webhookLine = (webhook: WebhookSummary): string[] => [
  webhook.uuid,
  webhook.teamName,
  stateOf(webhook),
  String(webhook.pending),
  String(webhook.succeeded),
  String(webhook.failed),
  String(webhook.cancelled),
  isoInstant(webhook.lastSuccessAt) ?? 'never',
  webhook.lastError,
  webhook.url,
]

const deliveryLine = (delivery: Delivery): string[] => [
  delivery.uuid,
  delivery.isTest ? 'test' : 'match',
  delivery.status,
  String(delivery.attempts),
  isoInstant(delivery.createdAt),
  isoInstant(delivery.lastAttemptAt) ?? '',
  isoInstant(delivery.nextAttemptAt) ?? '',
  delivery.lastError,
]

const ATTEMPT_HEADER = ['delivery', 'attempt at', 'took', 'status', 'error']
const attemptLine = (delivery: Delivery, { at, durationMs, statusCode, error }: Attempt): string[] => [
  delivery.uuid,
  isoInstant(at),
  `${durationMs} ms`,
  String(statusCode ?? 'no answer'),
  error,
]

const unknownWebhook = (uuid: string) => new CommandError(`There is no webhook ${uuid}.`)

function instant(value: string): number {
  const at = parseDateTime(value)
  if (at === undefined) {
    throw new InvalidArgumentError('It must be a day or an instant such as 2026-11-20T08:00:00Z.')
  }
  return at
}

function count(value: string): number {
  if (!/^[1-9]\d{0,5}$/.test(value)) throw new InvalidArgumentError('It must be a number from 1 to 999999.')
  return Number(value)
}

function onTheWay(matches: number): string {
  if (matches === 0) return 'There is no match since then.'
  return matches === 1 ? '1 match is on its way.' : `${matches} matches are on their way.`
}

export function register(program: Command): void {
  const webhook = program.command('webhook').description('webhooks: why nothing arrived, and sending again')

  webhook
    .command('list')
    .description('list webhooks, with a summary of their deliveries of the last 30 days')
    .action(async (_options, command) => {
      const webhooks = await withDatabase((db) => summariseWebhooks(db, shownSince(clock.now())))
      const header = ['id', 'team', 'state', 'pending', 'succeeded', 'failed', 'cancelled', 'last success']
      print(command, {
        json: { webhooks: webhooks.map(present) },
        text: table([...header, 'last error', 'url'], webhooks.map(webhookLine)),
      })
    })

  webhook
    .command('deliveries')
    .description('the deliveries of a webhook in the last 30 days, newest first')
    .argument('<webhook>', 'its id')
    .option('--limit <number>', 'how many to show', count, SHOWN)
    .option('--attempts', 'list every attempt')
    .action(async (uuid: string, options: { limit: number; attempts?: true }, command) => {
      const { limit } = options
      const { deliveries, attempts } = await withDatabase(async (db) => {
        const found = await findWebhook(db, uuid.toLowerCase())
        if (!found) throw unknownWebhook(uuid)
        const since = shownSince(clock.now())
        const query = { webhookId: found.id, since, limit }
        const deliveries = await listDeliveries(db, query)
        const ids = options.attempts ? deliveries.map(({ id }) => id) : []
        return { deliveries, attempts: await listAttempts(db, ids) }
      })
      const attemptsOf = ({ id }: Delivery) => attempts.get(id) ?? []
      const attemptLines = (delivery: Delivery) =>
        attemptsOf(delivery).map((attempt) => attemptLine(delivery, attempt))
      const header = [
        'id',
        'of',
        'status',
        'attempts',
        'created',
        'last attempt',
        'next attempt',
        'last error',
      ]
      print(command, {
        json: {
          deliveries: deliveries.map((delivery) => ({
            ...presentDelivery(delivery),
            ...(options.attempts && { attempts_log: attemptsOf(delivery).map(presentAttempt) }),
          })),
        },
        text: [
          ...table(header, deliveries.map(deliveryLine)),
          ...(options.attempts ? ['', ...table(ATTEMPT_HEADER, deliveries.flatMap(attemptLines))] : []),
        ],
      })
    })

  webhook
    .command('resend')
    .description('send the event of a delivery again, under a new id')
    .argument('<delivery>', 'its id')
    .action(async (uuid: string, _options, command) => {
      const delivery = await withDatabase(async (db) => {
        const since = shownSince(clock.now())
        const sent = await findSentEvent(db, { uuid: uuid.toLowerCase(), since })
        return sent && sendEvent({ db, clock, ids }, sent)
      })
      if (!delivery) throw new CommandError(`There is no delivery ${uuid}; they are kept for 30 days.`)
      const id = delivery.uuid
      print(command, { json: { delivery_id: id }, text: `Delivery ${id} will be sent at once.` })
    })

  webhook
    .command('replay')
    .description('send every match since a time again, each under a new id')
    .argument('<webhook>', 'its id')
    .requiredOption('--since <time>', 'a day or an instant, UTC where it does not say', instant)
    .action(async (uuid: string, { since }: { since: number }, command) => {
      const deliveries = await withDatabase(async (db) => {
        const found = await findWebhook(db, uuid.toLowerCase())
        if (!found) throw unknownWebhook(uuid)
        return replayMatches({ db, clock, ids }, found, since)
      })
      print(command, { json: { deliveries }, text: onTheWay(deliveries) })
    })
}

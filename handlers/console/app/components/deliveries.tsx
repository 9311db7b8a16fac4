import { useState } from 'preact/hooks'
import { bodyOf, consoleApi, type Schemas } from '../api.js'
import { useDeed } from '../deed.js'
import { dayAndTime } from '../format.js'
import { forget, PAGE, useLoad, usePages } from '../load.js'
import { go, href, place } from '../place.js'
import { useStore } from '../store.js'
import { text } from '../strings.js'
import { Icon } from './icon.js'
import { List } from './list.js'
import { Refresh } from './page.js'
import { LoadState, ProblemNote } from './status.js'
import { Table } from './table.js'

const words = text.webhook

type Delivery = Schemas['WebhookDeliveryOut']
type Status = Delivery['status']

const isStatus = (value: string | null): value is Status =>
  value !== null && value !== '' && value in words.statuses

/** The deliveries of a webhook. The address bar stores the filter. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const asked = useStore(place).query.get('status')
  const status = isStatus(asked) ? asked : undefined
  const list = usePages(`deliveries ${webhookId} ${status ?? ''}`, (cursor, signal) =>
    bodyOf(
      consoleApi.GET('/webhooks/{webhook_id}/deliveries', {
        params: { path: { webhook_id: webhookId }, query: { limit: PAGE, cursor, status } },
        signal,
      }),
    ),
  )
  return (
    <section class="block">
      <div class="row">
        <h2>{words.deliveries}</h2>
        <span class="small soft">{words.kept}</span>
        <label class="small">
          {words.filter}{' '}
          <select
            value={status ?? ''}
            onChange={(event) =>
              go(href('/webhook', { status: event.currentTarget.value }), { replace: true })
            }
          >
            {Object.entries(words.statuses).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <Refresh of={[list]} />
      </div>
      <List of={list} empty={<p>{status ? words.noneWithStatus : words.noDeliveries}</p>}>
        {(delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} webhookId={webhookId} onResent={list.reload} />
        )}
      </List>
    </section>
  )
}

const BADGES: Record<Status, string> = { pending: '', succeeded: 'good', failed: 'bad', cancelled: '' }

interface RowProps {
  delivery: Delivery
  webhookId: string
  onResent(): void
}

function DeliveryRow({ delivery, webhookId, onResent }: RowProps) {
  const [isOpen, setOpen] = useState(false)
  const [isResent, setResent] = useState(false)
  const deed = useDeed()
  const path = { webhook_id: webhookId, delivery_id: delivery.id }
  const made = dayAndTime(delivery.created_at)

  const resend = () => {
    const address = '/webhooks/{webhook_id}/deliveries/{delivery_id}/resend'
    void deed.run(
      () => bodyOf(consoleApi.POST(address, { params: { path } })),
      () => {
        setResent(true)
        forget('deliveries')
        onResent()
      },
    )
  }

  return (
    <li class="line-item">
      <div class="row">
        <span class={`badge ${BADGES[delivery.status]}`}>{words.statuses[delivery.status]}</span>
        <time dateTime={delivery.created_at}>{made}</time>
        <span class="small soft">{delivery.is_test ? words.isTest : words.isMatch}</span>
        <span class="push row">
          <button type="button" class="plain quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? words.hideAttempts : words.showAttempts}
            <Icon name={isOpen ? 'up' : 'down'} />
          </button>
          <button type="button" class="quiet" aria-disabled={deed.isBusy} onClick={resend}>
            {words.resend}
          </button>
        </span>
      </div>
      <p class="meta">
        <span>{words.attempts(delivery.attempts)}</span>
        {delivery.last_error && <span class="fault">{delivery.last_error}</span>}
        {delivery.next_attempt_at && <span>{words.nextAttempt(dayAndTime(delivery.next_attempt_at))}</span>}
        {delivery.target_url && <span>{delivery.target_url}</span>}
      </p>
      <p class="small soft" role="status">
        {isResent && words.resent}
      </p>
      <ProblemNote problem={deed.problem} />
      {isOpen && <Attempts path={path} label={words.attemptsOf(made)} count={delivery.attempts} />}
    </li>
  )
}

interface AttemptsProps {
  path: { webhook_id: string; delivery_id: string }
  label: string
  /** How many there are. */
  count: number
}

function Attempts({ path, label, count }: AttemptsProps) {
  const loaded = useLoad(`attempts ${path.delivery_id} ${count}`, (signal) =>
    bodyOf(
      consoleApi.GET('/webhooks/{webhook_id}/deliveries/{delivery_id}/attempts', {
        params: { path },
        signal,
      }),
    ),
  )
  if (!loaded.data) return <LoadState of={loaded} />
  if (loaded.data.results.length === 0) return <p class="small soft">{words.noAttempts}</p>
  return (
    <Table label={label} columns={[words.when, words.took, words.answer]}>
      {loaded.data.results.map(({ at, duration_ms: took, status_code: status, error }) => (
        <tr key={at}>
          <th scope="row">{dayAndTime(at)}</th>
          <td>{words.ms(took)}</td>
          <td>
            {status ?? words.noAnswer}
            {error && <span class="soft"> {error}</span>}
          </td>
        </tr>
      ))}
    </Table>
  )
}

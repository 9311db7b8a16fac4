import { useState } from 'preact/hooks'
import { api, bodyOf, type Schemas } from '../api.js'
import { Confirm } from '../components/confirm.js'
import { Deliveries } from '../components/deliveries.js'
import { describedBy, Field } from '../components/field.js'
import { Icon } from '../components/icon.js'
import { Replay } from '../components/replay.js'
import { LoadState, ProblemNote } from '../components/status.js'
import { copy } from '../copy.js'
import { useDeed } from '../deed.js'
import { dayAndTime } from '../format.js'
import { forget, useLoad } from '../load.js'
import { focusPage } from '../place.js'
import { noteFacts, session } from '../session.js'
import { text } from '../strings.js'
import { useTitle } from '../title.js'

const words = text.webhook

type Webhook = Schemas['WebhookOut']

export function WebhookPage() {
  useTitle(words.title)
  const [secret, setSecret] = useState<string>()
  const loaded = useLoad('webhook', (signal) => bodyOf(api.GET('/webhooks', { signal })))
  const webhook = loaded.data?.results[0]

  function replace(changed: Webhook | undefined): void {
    loaded.replace({ results: changed ? [changed] : [], next_cursor: null })
    const state = changed ? (changed.is_active ? 'on' : 'off') : 'none'
    noteFacts(({ teams }) => ({
      teams: teams.map((team) => (team.id === session.get().teamId ? { ...team, webhook: state } : team)),
    }))
    forget('deliveries')
  }

  return (
    <div class="page">
      <div>
        <h1>{words.title}</h1>
        <p class="soft">{words.intro}</p>
        <LoadState of={loaded} />
        {secret && (
          <Secret
            key={secret}
            secret={secret}
            onClose={() => {
              setSecret(undefined)
              focusPage()
            }}
          />
        )}
        {loaded.data && !webhook && (
          <Create
            onCreate={({ secret, ...created }) => {
              setSecret(secret)
              replace(created)
            }}
          />
        )}
        {webhook && <State webhook={webhook} onChange={replace} onSecret={setSecret} />}
        {webhook && <Deliveries webhookId={webhook.id} />}
      </div>
      <div class="aside">
        {webhook && <Address key={webhook.id} webhook={webhook} onChange={replace} />}
        {webhook && <Replay webhook={webhook} />}
      </div>
    </div>
  )
}

/** Shows a secret. This is the only time. */
function Secret({ secret, onClose }: { secret: string; onClose(): void }) {
  const [isCopied, setCopied] = useState<boolean>()
  return (
    <section class="notice" aria-labelledby="secret">
      <Icon name="warning" />
      <div>
        <h2 id="secret">{words.secretTitle}</h2>
        <p>
          <code class="secret">{secret}</code>
        </p>
        <p role="status" class="small">
          {isCopied ? text.copied : isCopied === false ? text.notCopied : words.secretOnce}
        </p>
      </div>
      <div class="deeds">
        <button type="button" class="quiet" onClick={() => void copy(secret).then(setCopied)}>
          {text.copy}
        </button>
        <button type="button" class="plain quiet" onClick={onClose}>
          {text.close}
        </button>
      </div>
    </section>
  )
}

function UrlField({
  value,
  problem,
  onInput,
}: {
  value: string
  problem: string | undefined
  onInput(url: string): void
}) {
  return (
    <Field id="url" label={words.url} hint={words.urlHint} problem={problem}>
      <input
        id="url"
        type="url"
        required
        placeholder="https://"
        value={value}
        aria-invalid={problem !== undefined}
        aria-describedby={describedBy('url')}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </Field>
  )
}

function Create({ onCreate }: { onCreate(created: Schemas['WebhookCreatedOut']): void }) {
  const [url, setUrl] = useState('')
  const deed = useDeed()
  const fault = deed.problem?.field('url')
  return (
    <div class="empty">
      <p>{words.none}</p>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault()
          void deed.run(() => bodyOf(api.POST('/webhooks', { body: { url } })), onCreate)
        }}
      >
        <UrlField value={url} problem={fault} onInput={setUrl} />
        {!fault && <ProblemNote problem={deed.problem} />}
        <button type="submit" class="primary" aria-disabled={deed.isBusy}>
          {words.create}
        </button>
      </form>
    </div>
  )
}

interface ChangeProps {
  webhook: Webhook
  onChange(webhook: Webhook | undefined): void
}

function Address({ webhook, onChange }: ChangeProps) {
  const [url, setUrl] = useState(webhook.url)
  const deed = useDeed()
  const fault = deed.problem?.field('url')
  const path = { webhook_id: webhook.id }
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault()
        if (url === webhook.url) return
        void deed.run(
          () => bodyOf(api.PATCH('/webhooks/{webhook_id}', { params: { path }, body: { url } })),
          onChange,
        )
      }}
    >
      <div class="fields">
        <UrlField value={url} problem={fault} onInput={setUrl} />
      </div>
      {!fault && <ProblemNote problem={deed.problem} />}
      <button type="submit" class="wide" aria-disabled={deed.isBusy || url === webhook.url}>
        {words.changeUrl}
      </button>
    </form>
  )
}

function State({ webhook, onChange, onSecret }: ChangeProps & { onSecret(secret: string): void }) {
  const deed = useDeed()
  const [note, setNote] = useState('')
  const params = { path: { webhook_id: webhook.id } }
  const run: typeof deed.run = (work, then) => {
    setNote('')
    return deed.run(work, then)
  }

  const toggle = () => {
    const body = { is_active: !webhook.is_active }
    void run(() => bodyOf(api.PATCH('/webhooks/{webhook_id}', { params, body })), onChange)
  }

  const test = () => {
    const send = () => bodyOf(api.POST('/webhooks/{webhook_id}/test', { params }))
    void run(send, () => {
      setNote(words.testSent)
      forget('deliveries')
    })
  }

  const rotate = () => {
    const change = () => bodyOf(api.POST('/webhooks/{webhook_id}/rotate-secret', { params }))
    void run(change, ({ secret }) => onSecret(secret))
  }

  const remove = () => {
    const destroy = () => bodyOf(api.DELETE('/webhooks/{webhook_id}', { params }))
    void run(destroy, () => {
      onChange(undefined)
      focusPage()
    })
  }

  return (
    <section class="block">
      <div class="row">
        <Badge webhook={webhook} />
        <code class="address">{webhook.url}</code>
      </div>
      <p class="meta">
        <span>
          {webhook.last_success_at
            ? words.lastSuccess(dayAndTime(webhook.last_success_at))
            : words.neverSucceeded}
        </span>
        {webhook.disabled_at && <span>{words.offSince(dayAndTime(webhook.disabled_at))}</span>}
      </p>
      {!webhook.is_active && <p class="soft block-small">{words.offHelp}</p>}
      <div class="deeds">
        <button type="button" class="quiet" aria-disabled={deed.isBusy} onClick={toggle}>
          {webhook.is_active ? words.switchOff : words.switchOn}
        </button>
        <button type="button" class="quiet" aria-disabled={deed.isBusy} onClick={test}>
          {words.test}
        </button>
        <Confirm
          label={words.rotate}
          question={words.rotateSure}
          yes={words.rotateYes}
          isBusy={deed.isBusy}
          onYes={rotate}
        />
        <Confirm
          label={words.delete}
          question={words.deleteSure}
          yes={words.deleteYes}
          isBusy={deed.isBusy}
          onYes={remove}
        />
      </div>
      <p role="status" class="small soft">
        {note}
      </p>
      <ProblemNote problem={deed.problem} />
    </section>
  )
}

function Badge({ webhook }: { webhook: Webhook }) {
  if (webhook.is_active) return <span class="badge good">{words.on}</span>
  if (webhook.disabled_reason === 'failing') return <span class="badge bad">{words.failing}</span>
  return <span class="badge">{words.off}</span>
}

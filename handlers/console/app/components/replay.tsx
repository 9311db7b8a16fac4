import { useRef, useState } from 'preact/hooks'
import { bodyOf, consoleApi, type Schemas } from '../api.js'
import { useDeed } from '../deed.js'
import { forget } from '../load.js'
import { text } from '../strings.js'
import { describedBy, Field } from './field.js'
import { ProblemNote } from './status.js'

const words = text.webhook
const DAY_MS = 86_400_000

/** The value of a field for UTC times. */
const fieldTime = (at: number) => new Date(at).toISOString().slice(0, 16)

/** Shows how many matches there are since a time, then sends them again. */
export function Replay({ webhook }: { webhook: Schemas['WebhookOut'] }) {
  const [since, setSince] = useState(() =>
    fieldTime(webhook.disabled_at ? Date.parse(webhook.disabled_at) : Date.now() - DAY_MS),
  )
  const [counted, setCounted] = useState<{ since: string; matches: number }>()
  const [sent, setSent] = useState<number>()
  const submit = useRef<HTMLButtonElement>(null)
  const deed = useDeed()
  const path = { webhook_id: webhook.id }
  const instant = `${since}:00Z`
  // An answer may arrive after the time was changed.
  const count = counted?.since === instant ? counted.matches : undefined
  const fault = deed.problem?.field('since')

  const ask = () => {
    const query = { since: instant }
    void deed.run(
      () => bodyOf(consoleApi.GET('/webhooks/{webhook_id}/replay', { params: { path, query } })),
      ({ matches }) => setCounted({ since: instant, matches }),
    )
  }

  const replay = () => {
    const body = { since: instant }
    void deed.run(
      () => bodyOf(consoleApi.POST('/webhooks/{webhook_id}/replay', { params: { path }, body })),
      ({ matches }) => {
        // The button that was pressed goes away.
        submit.current?.focus()
        setCounted(undefined)
        setSent(matches)
        forget('deliveries')
      },
    )
  }

  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault()
        setSent(undefined)
        ask()
      }}
    >
      <h2>{words.replay}</h2>
      <p class="small soft">{words.replayIntro}</p>
      <div class="fields block-small">
        <Field id="since" label={words.since} problem={fault}>
          <input
            id="since"
            type="datetime-local"
            required
            value={since}
            aria-describedby={describedBy('since')}
            aria-invalid={fault !== undefined}
            onInput={(event) => setSince(event.currentTarget.value)}
          />
        </Field>
      </div>
      <button ref={submit} type="submit" class="wide" aria-disabled={deed.isBusy}>
        {words.count}
      </button>
      <p role="status" class="small block-small">
        {count !== undefined && words.replayCount(count)}
        {sent !== undefined && words.replayed(sent)}
      </p>
      {!fault && <ProblemNote problem={deed.problem} />}
      {count !== undefined && count > 0 && (
        <button type="button" class="primary wide" aria-disabled={deed.isBusy} onClick={replay}>
          {words.replayYes(count)}
        </button>
      )}
    </form>
  )
}

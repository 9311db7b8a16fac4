import { useState } from 'preact/hooks'
import { api, bodyOf, type Schemas } from '../api.js'
import { useDeed } from '../deed.js'
import { useLoad } from '../load.js'
import { asProblem } from '../problem.js'
import { session } from '../session.js'
import { useStore } from '../store.js'
import { text } from '../strings.js'
import { BreadthCard } from './breadth-card.js'
import { describedBy, Fault, Field } from './field.js'
import { Keywords } from './keywords.js'
import { ProblemNote } from './status.js'

const words = text.alerts

interface Values {
  name: string
  keywords: string[]
  question: string
  use_classifier: boolean
  email_enabled: boolean
  recipient_user_ids: string[]
}

interface Props {
  /** Undefined for a new alert. */
  alert?: Schemas['AlertOut']
  keywords?: string[]
  onSave(values: Values): Promise<unknown>
}

const valuesOf = (alert: Schemas['AlertOut'] | undefined, keywords: string[]): Values => ({
  name: alert?.name ?? keywords[0] ?? '',
  keywords: alert?.keywords ?? keywords,
  question: alert?.question ?? '',
  use_classifier: alert?.use_classifier ?? false,
  email_enabled: alert?.email_enabled ?? true,
  recipient_user_ids: alert?.recipients.flatMap(({ user_id: id }) => id ?? []) ?? [],
})

/**
 * What could not be saved because the key was refused, by alert or by the words of a new one. The form begins with it
 * when the person has signed in again.
 */
const unsaved = new Map<string, Values>()

function takeUnsaved(name: string): Values | undefined {
  const values = unsaved.get(name)
  unsaved.delete(name)
  return values
}

session.subscribe(({ ended }) => {
  if (ended === 'left') unsaved.clear()
})

/** The keywords of an alert and its recipients, with the breadth of the keywords beside them. */
export function AlertForm({ alert, keywords = [], onSave }: Props) {
  const name = alert?.id ?? keywords.join(', ')
  const [values, setValues] = useState(() => takeUnsaved(name) ?? valuesOf(alert, keywords))
  const [isSaved, setSaved] = useState(false)
  const deed = useDeed()
  const hasClassifier = useStore(session, ({ facts }) => facts?.has_classifier ?? false)
  const change = (change: Partial<Values>) => {
    setSaved(false)
    setValues((before) => ({ ...before, ...change }))
  }
  const problem = deed.problem
  const fields = ['name', 'keywords', 'question', 'recipient_user_ids']
  const isBeside = problem && fields.some((name) => problem.field(name) !== undefined)

  return (
    <form
      class="aside"
      onSubmit={(event) => {
        event.preventDefault()
        const save = async () => {
          try {
            await onSave(values)
          } catch (error) {
            if (asProblem(error).status === 401) unsaved.set(name, values)
            throw error
          }
        }
        void deed.run(save, () => setSaved(true))
      }}
    >
      <section class="card">
        <div class="fields">
          <Field id="alert-name" label={words.name} problem={problem?.field('name')}>
            <input
              id="alert-name"
              required
              maxLength={200}
              value={values.name}
              aria-describedby={describedBy('alert-name')}
              aria-invalid={problem?.field('name') !== undefined}
              onInput={(event) => change({ name: event.currentTarget.value })}
            />
          </Field>
          <Keywords
            keywords={values.keywords}
            problem={problem?.field('keywords')}
            onChange={(keywords) => change({ keywords })}
          />
          <label class="row">
            <input
              type="checkbox"
              checked={values.email_enabled}
              onChange={(event) => change({ email_enabled: event.currentTarget.checked })}
            />
            {words.mail}
          </label>
          {values.email_enabled && (
            <Recipients
              chosen={values.recipient_user_ids}
              onChange={(ids) => change({ recipient_user_ids: ids })}
            />
          )}
          <Fault words={problem?.field('recipient_user_ids')} />
          {hasClassifier && (
            <>
              <label class="row">
                <input
                  type="checkbox"
                  checked={values.use_classifier}
                  onChange={(event) => change({ use_classifier: event.currentTarget.checked })}
                />
                {words.useClassifier}
              </label>
              {values.use_classifier && (
                <Field
                  id="question"
                  label={words.question}
                  hint={words.questionHint}
                  problem={problem?.field('question')}
                >
                  <textarea
                    id="question"
                    rows={3}
                    value={values.question}
                    aria-describedby={describedBy('question')}
                    onInput={(event) => change({ question: event.currentTarget.value })}
                  />
                </Field>
              )}
            </>
          )}
        </div>
      </section>
      <section class="card">
        <BreadthCard keywords={values.keywords} />
        {!isBeside && <ProblemNote problem={problem} />}
        <button
          type="submit"
          class="primary wide"
          aria-disabled={deed.isBusy}
          disabled={values.keywords.length === 0}
        >
          {alert ? words.saveChanges : words.create}
        </button>
        <p role="status" class="small soft">
          {isSaved && words.saved}
        </p>
      </section>
    </form>
  )
}

/** The members of the team, requested when mail is switched on. */
function Recipients({ chosen, onChange }: { chosen: readonly string[]; onChange(ids: string[]): void }) {
  const teamId = session.get().teamId
  const members = useLoad(teamId ? `members ${teamId}` : undefined, (signal) =>
    bodyOf(
      api.GET('/teams/{team_id}/members', {
        params: { path: { team_id: teamId! }, query: { limit: 100 } },
        signal,
      }),
    ),
  )
  if (!members.data) return <ProblemNote problem={members.problem} retry={members.reload} />
  if (members.data.results.length === 0) return <p class="small soft">{words.noMembers}</p>
  return (
    <fieldset class="choices">
      <legend>{words.recipients}</legend>
      {members.data.results.map(({ id, full_name: name }) => (
        <label class="row" key={id}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          />
          {name}
        </label>
      ))}
      {chosen.length === 0 && <p class="small soft">{words.noRecipients}</p>}
    </fieldset>
  )
}

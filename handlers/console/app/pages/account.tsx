import { useEffect } from 'preact/hooks'
import { Field } from '../components/field.js'
import { ShortcutList } from '../components/shortcut-list.js'
import { ProblemNote } from '../components/status.js'
import { useDeed } from '../deed.js'
import { dayOfUnix } from '../format.js'
import { API_URL } from '../place.js'
import { preferences, type Theme } from '../preferences.js'
import { refreshSession, session, signOut } from '../session.js'
import { useStore } from '../store.js'
import { text } from '../strings.js'
import { useTitle } from '../title.js'

const words = text.accountPage

export function AccountPage() {
  useTitle(words.title)
  const { facts } = useStore(session)
  const { theme, shortcuts } = useStore(preferences)
  const deed = useDeed()
  // This page shows the numbers, so load them again.
  useEffect(() => void deed.run(refreshSession), [])
  return (
    <div class="page">
      <div>
        <h1 dir="auto">{facts?.account.name ?? words.title}</h1>
        <ProblemNote problem={deed.problem} />
        {facts && (
          <>
            <section class="block">
              <h2>{words.limits}</h2>
              <dl class="gauges">
                <Used label={words.perMonth} {...facts.requests} />
                <Used label={words.downloads} {...facts.transcript_downloads} />
                <Used label={words.alerts} used={facts.alerts.active} limit={facts.alerts.limit} />
                <div>
                  <dt>{words.perMinute}</dt>
                  <dd>{facts.requests_per_minute}</dd>
                </div>
              </dl>
              <p class="small soft">{words.resets(dayOfUnix(facts.requests.reset))}</p>
            </section>
            <section class="block">
              <h2>{words.key}</h2>
              <dl class="pairs">
                <dt>{words.keyName}</dt>
                <dd dir="auto">{facts.key.name}</dd>
                <dt>{words.keyPrefix}</dt>
                <dd>
                  <code>{facts.key.prefix}</code>
                </dd>
                <dt>{words.keyScope}</dt>
                <dd>{words.scopes[facts.key.scope]}</dd>
                <dt>{words.plan}</dt>
                <dd>{words.plans[facts.account.plan]}</dd>
              </dl>
            </section>
          </>
        )}
        <div class="deeds">
          <button type="button" onClick={signOut}>
            {words.signOut}
          </button>
        </div>
      </div>
      <div class="aside">
        <section class="card">
          <h2>{words.look}</h2>
          <div class="fields">
            <Field id="theme" label={words.theme}>
              <select
                id="theme"
                value={theme}
                onChange={(event) => preferences.merge({ theme: event.currentTarget.value as Theme })}
              >
                {Object.entries(words.themes).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </Field>
          </div>
        </section>
        <section class="card">
          <h2>{words.shortcuts}</h2>
          <label class="row">
            <input
              type="checkbox"
              checked={shortcuts}
              onChange={(event) => preferences.merge({ shortcuts: event.currentTarget.checked })}
            />
            {words.shortcutsOn}
          </label>
          <ShortcutList />
        </section>
        <p class="small soft">
          {words.forPrograms} <a href={API_URL.replace(/api\/v1$/, 'docs')}>{words.reference}</a>
        </p>
      </div>
    </div>
  )
}

function Used({ label, used, limit }: { label: string; used: number; limit: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {words.used(used, limit)}
        <meter class="gauge" min={0} max={Math.max(1, limit)} value={used} aria-label={label}>
          {words.used(used, limit)}
        </meter>
      </dd>
    </div>
  )
}

import { useEffect, useRef, useState } from 'preact/hooks'
import { bodyOf, consoleApi } from '../api.js'
import { describedBy, Field } from '../components/field.js'
import { Logo } from '../components/icon.js'
import { go, href, place } from '../place.js'
import { asProblem } from '../problem.js'
import { enter, session } from '../session.js'
import { useStore } from '../store.js'
import { text } from '../strings.js'
import { useTitle } from '../title.js'

const words = text.signIn
const COMMAND = 'overheard key create --name "press office" --team TEAM --link'
const SHAPE = /^ovh_[A-Za-z0-9]{40}$/

/** The code of a sign-in link. Removed from the address at once, so that no history contains it. */
function takeCode(): string | undefined {
  const [, code] = /^#code=([\w-]{20,100})$/.exec(location.hash) ?? []
  if (code) history.replaceState(null, '', location.pathname + location.search)
  return code
}

export function SignInPage() {
  useTitle(words.title)
  const ended = useStore(session, (state) => state.ended)
  const [code] = useState(takeCode)
  const [key, setKey] = useState('')
  const [isBusy, setBusy] = useState(code !== undefined)
  const [problem, setProblem] = useState('')
  const field = useRef<HTMLInputElement>(null)

  async function signIn(value: string): Promise<void> {
    setBusy(true)
    setProblem('')
    try {
      if (!(await enter(value))) setProblem(words.unknown)
      else if (place.get().path === '/sign-in') go(href('/'), { replace: true })
    } catch (error) {
      setProblem(asProblem(error).words)
    }
    setBusy(false)
  }

  async function redeem(code: string): Promise<void> {
    try {
      const { key } = await bodyOf(consoleApi.POST('/sign-in', { body: { code } }))
      await signIn(key)
    } catch (error) {
      const found = asProblem(error)
      setProblem(found.status === 401 ? words.linkUsed : found.words)
      setBusy(false)
    }
  }

  useEffect(() => {
    if (code) void redeem(code)
    else field.current?.focus()
  }, [])

  return (
    <main id="main" class="sign-in">
      <p class="brand">
        <Logo />
        {text.brand}
      </p>
      <h1>{words.title}</h1>
      <p class="soft">{ended === 'refused' ? words.ended : words.about}</p>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault()
          const value = key.trim()
          if (SHAPE.test(value)) void signIn(value)
          else setProblem(words.malformed)
        }}
      >
        {/* Password managers need a name beside the key. */}
        <input
          class="unseen"
          type="text"
          autocomplete="username"
          value={text.brand}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <Field id="key" label={words.key} hint={words.hint} problem={problem}>
          <input
            ref={field}
            id="key"
            name="password"
            type="password"
            required
            autocomplete="current-password"
            value={key}
            aria-describedby={describedBy('key')}
            aria-invalid={problem !== ''}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
        </Field>
        <button type="submit" class="primary" disabled={isBusy}>
          {words.button}
        </button>
        <p role="status" class="small soft">
          {isBusy && code && words.redeeming}
        </p>
      </form>
      <details>
        <summary>{words.where}</summary>
        <p class="small soft">{words.whereText}</p>
        <pre>{COMMAND}</pre>
      </details>
    </main>
  )
}

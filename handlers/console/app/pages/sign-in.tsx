import { useEffect, useRef, useState } from 'preact/hooks'
import { bodyOf, consoleApi } from '../api.js'
import { describedBy, Field } from '../components/field.js'
import { Logo } from '../components/icon.js'
import { useDeed } from '../deed.js'
import { go, href, place } from '../place.js'
import { Problem } from '../problem.js'
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

const refused = (why: string) => new Problem(401, 'invalid_credentials', why)

export function SignInPage() {
  useTitle(words.title)
  const ended = useStore(session, (state) => state.ended)
  const [code] = useState(takeCode)
  const [key, setKey] = useState('')
  const deed = useDeed()
  const field = useRef<HTMLInputElement>(null)

  async function signIn(value: string): Promise<void> {
    if (!SHAPE.test(value)) throw refused(words.malformed)
    if (!(await enter(value))) throw refused(words.unknown)
    if (place.get().path === '/sign-in') go(href('/'), { replace: true })
  }

  async function redeem(code: string): Promise<void> {
    const { key } = await bodyOf(consoleApi.POST('/sign-in', { body: { code } })).catch((error) => {
      throw error.status === 401 ? refused(words.linkUsed) : error
    })
    await signIn(key)
  }

  useEffect(() => {
    if (code) void deed.run(() => redeem(code))
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
          void deed.run(() => signIn(key.trim()))
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
        <Field id="key" label={words.key} hint={words.hint} problem={deed.problem?.words}>
          <input
            ref={field}
            id="key"
            name="password"
            type="password"
            required
            autocomplete="current-password"
            value={key}
            aria-describedby={describedBy('key')}
            aria-invalid={deed.problem !== undefined}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
        </Field>
        <button type="submit" class="primary" aria-disabled={deed.isBusy}>
          {words.button}
        </button>
        <p role="status" class="small soft">
          {deed.isBusy && words.busy}
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

import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Frame } from './components/frame.js'
import { ShortcutDialog } from './components/shortcut-list.js'
import { Loading, ProblemNote } from './components/status.js'
import { NotFoundPage } from './pages/not-found.js'
import { SearchPage } from './pages/search.js'
import { SignInPage } from './pages/sign-in.js'
import { focusPage, go, href, place } from './place.js'
import { Problem } from './problem.js'
import { session } from './session.js'
import { useStore } from './store.js'
import { text } from './strings.js'

/** Every page by its path, which may name an `id`; the first that fits is shown. Pages in `later.ts` go by their name. */
const PAGES: Array<[RegExp, Page | keyof Later]> = [
  [/^\/()$/, SearchPage],
  [/^\/podcasts\/([\da-f-]{36})$/i, 'PodcastPage'],
  [/^\/episodes\/([\da-f-]{36})$/i, 'EpisodePage'],
  [/^\/matches()$/, 'MatchesPage'],
  [/^\/alerts()$/, 'AlertsPage'],
  [/^\/alerts\/new()$/, 'NewAlertPage'],
  [/^\/alerts\/([\da-f-]{36})$/i, 'AlertPage'],
  [/^\/webhook()$/, 'WebhookPage'],
  [/^\/feeds()$/, 'FeedsPage'],
  [/^\/account()$/, 'AccountPage'],
]

function pageAt(path: string): ComponentChildren {
  for (const [pattern, Page] of PAGES) {
    const id = pattern.exec(path)?.[1]
    if (id === undefined) continue
    return typeof Page === 'string' ? <LaterPage key={id} name={Page} id={id} /> : <Page key={id} id={id} />
  }
  return <NotFoundPage />
}

type Page = (props: { id: string }) => ComponentChildren
type Later = typeof import('./pages/later.js')

let later: Later | undefined

/** A page that is not part of the first load. One file has all of them: most people who see one see several. */
function LaterPage({ name, id }: { name: keyof Later; id: string }) {
  const [loaded, setLoaded] = useState(later)
  const [problem, setProblem] = useState<Problem>()
  useEffect(() => {
    if (later) return
    import('./pages/later.js').then(
      (pages) => {
        later = pages
        setLoaded(pages)
      },
      // After an upgrade the server no longer has the files of the page that is open.
      () => setProblem(new Problem(0, 'page_not_loaded', text.pageNotLoaded)),
    )
  }, [])
  if (loaded) {
    const Page = loaded[name]
    return <Page id={id} />
  }
  return (
    <div class="page">
      {problem ? <ProblemNote problem={problem} retry={() => location.reload()} /> : <Loading />}
    </div>
  )
}

export function App() {
  const { path } = useStore(place)
  const status = useStore(session, (state) => state.status)
  const isFirst = useRef(true)

  useLayoutEffect(() => {
    if (path === '/sign-in' && status === 'in') go(href('/'), { replace: true })
    // At once: a moment later somebody may have moved on.
    if (!isFirst.current && path !== '/') focusPage()
    isFirst.current = false
  }, [path, status])

  if (status === 'starting') return null
  if (status === 'out') return <SignInPage />
  return (
    <Frame>
      {pageAt(path)}
      <ShortcutDialog />
    </Frame>
  )
}

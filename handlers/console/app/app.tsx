import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Frame } from './components/frame.js'
import { ShortcutDialog } from './components/shortcut-list.js'
import { lazy } from './lazy.js'
import { NotFoundPage } from './pages/not-found.js'
import { SearchPage } from './pages/search.js'
import { SignInPage } from './pages/sign-in.js'
import { go, href, place } from './place.js'
import { session } from './session.js'
import { useStore } from './store.js'

/** One more file for all of these: most people who see one see several. */
const later = () => import('./pages/later.js')

const PodcastPage = lazy(async () => (await later()).PodcastPage)
const EpisodePage = lazy(async () => (await later()).EpisodePage)
const MatchesPage = lazy(async () => (await later()).MatchesPage)
const AlertsPage = lazy(async () => (await later()).AlertsPage)
const NewAlertPage = lazy(async () => (await later()).NewAlertPage)
const AlertPage = lazy(async () => (await later()).AlertPage)
const WebhookPage = lazy(async () => (await later()).WebhookPage)
const FeedsPage = lazy(async () => (await later()).FeedsPage)
const AccountPage = lazy(async () => (await later()).AccountPage)

/** Every page by its path; what stands in brackets is its `id`. The first that fits is shown. */
const PAGES: Array<[RegExp, (props: { id: string }) => ComponentChildren]> = [
  [/^\/()$/, SearchPage],
  [/^\/podcasts\/([\da-f-]{36})$/i, PodcastPage],
  [/^\/episodes\/([\da-f-]{36})$/i, EpisodePage],
  [/^\/matches()$/, MatchesPage],
  [/^\/alerts()$/, AlertsPage],
  [/^\/alerts\/new()$/, NewAlertPage],
  [/^\/alerts\/([\da-f-]{36})$/i, AlertPage],
  [/^\/webhook()$/, WebhookPage],
  [/^\/feeds()$/, FeedsPage],
  [/^\/account()$/, AccountPage],
]

function pageAt(path: string): ComponentChildren {
  for (const [pattern, show] of PAGES) {
    const id = pattern.exec(path)?.[1]
    const Page = show
    if (id !== undefined) return <Page key={id} id={id} />
  }
  return <NotFoundPage />
}

export function App() {
  const { path } = useStore(place)
  const status = useStore(session, (state) => state.status)
  const isFirst = useRef(true)

  useEffect(() => {
    if (path === '/sign-in' && status === 'in') go(href('/'), { replace: true })
    // Whoever follows a link with the keyboard goes on from the top of the new page.
    if (!isFirst.current && path !== '/') document.getElementById('main')?.focus({ preventScroll: true })
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

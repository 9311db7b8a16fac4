import { createStore } from './store.js'

/** The path of the console, with the prefix that a proxy may add. The script is in `console/assets/` below it. */
const root = new URL('../', import.meta.url)
export const BASE = root.pathname.replace(/\/$/, '')
export const API_URL = new URL('../api/v1', root).pathname
export const CONSOLE_API_URL = new URL('api', root).pathname

/** The part of the address below the console. */
export interface Place {
  /** Begins with a slash; `/` is the search. */
  path: string
  query: URLSearchParams
}

function readPlace(): Place {
  const path = location.pathname.slice(BASE.length).replace(/\/+$/, '') || '/'
  return { path, query: new URLSearchParams(location.search) }
}

export const place = createStore<Place>(readPlace())

addEventListener('popstate', () => place.set(readPlace()))

/** Parameters that every link of the page keeps. */
let kept: Record<string, string> = {}
export function keepInLinks(parameters: Record<string, string>): void {
  kept = parameters
}

/** The address of a page of the console. Leaves out empty parameters. */
export function href(path: string, query: Record<string, string | undefined> = {}): string {
  const pairs = Object.entries({ ...query, ...kept }).filter(([, value]) => value)
  const search = new URLSearchParams(pairs as Array<[string, string]>).toString()
  return `${BASE}${path === '/' ? '' : path}${search ? `?${search}` : ''}`
}

/** The address of a second of an episode, with the words that are searched in it. */
export const hrefAt = (episodeId: string, seconds: number) =>
  href(`/episodes/${episodeId}`, {
    q: place.get().query.get('q') ?? undefined,
    t: String(Math.floor(seconds)),
  })

/** Goes to an address made by `href`. */
export function go(address: string, { replace = false } = {}): void {
  // The same search again is no further step for Back.
  if (replace || new URL(address, location.href).href === location.href)
    history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  place.set(readPlace())
  if (!replace) scrollTo({ top: 0, behavior: 'instant' })
}

/** Call it when what had the focus goes away: the next Tab starts at the top of the page. */
export function focusPage(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** Opens links of the console without reloading the page. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = (event.target as Element).closest('a')
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
  if (link.pathname !== BASE && !link.pathname.startsWith(`${BASE}/`)) return
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return
  event.preventDefault()
  go(link.href)
}

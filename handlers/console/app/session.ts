import type { components } from '../../../generated/console/types.js'
import { BASE, CONSOLE_API_URL, keepInLinks, place } from './place.js'
import { Problem, problemOf } from './problem.js'
import { createStore } from './store.js'

type SessionOut = components['schemas']['SessionOut']

interface Session {
  /** `starting` until other tabs have had time to send their key. */
  status: 'starting' | 'out' | 'in'
  /** Why the session ended. */
  ended: 'refused' | 'left' | null
  key: string | null
  facts: SessionOut | null
  /** When the facts were read, in milliseconds. */
  factsAt: number
  teamId: string | null
}

export const session = createStore<Session>({
  status: 'starting',
  ended: null,
  key: null,
  facts: null,
  factsAt: 0,
  teamId: null,
})

// In sessionStorage, which ends with the tab: a cookie would be sent to every port of this host, and localStorage outlives it.
const KEY = 'overheard-key'
const FACTS = 'overheard-session'
const FACTS_LIVE_MS = 10 * 60_000
/** Set in localStorage while a tab is signed in. Without it, a new tab does not wait for other tabs. */
const SIGNED_IN = 'overheard-signed-in'
const OTHER_TABS_MS = 120

/** The channel on which signed-in tabs send their key to new ones. */
const tabs = new BroadcastChannel(`overheard ${BASE}`)

tabs.onmessage = ({
  data,
}: MessageEvent<{ wants?: 'key'; key?: string; facts?: SessionOut; signOut?: true }>) => {
  const { key, facts, status } = session.get()
  if (data.wants === 'key' && key && facts) tabs.postMessage({ key, facts })
  if (data.key && data.facts && status !== 'in') enterWith(data.key, data.facts)
  if (data.signOut && key) forgetKey('left')
}

async function readFacts(key: string): Promise<SessionOut | undefined> {
  const headers = { Authorization: `Bearer ${key}` }
  const response = await fetch(`${CONSOLE_API_URL}/session`, { headers }).catch((cause) => {
    throw new Problem(0, 'offline', String(cause))
  })
  if (response.ok) return response.json()
  if (response.status === 401) return undefined
  throw problemOf(response, await response.json().catch(() => undefined))
}

/** Signs in. @returns false for a key that the server does not know */
export async function enter(key: string): Promise<boolean> {
  const facts = await readFacts(key)
  if (facts) enterWith(key, facts)
  return facts !== undefined
}

function enterWith(key: string, facts: SessionOut, at = Date.now()): void {
  sessionStorage.setItem(KEY, key)
  localStorage.setItem(SIGNED_IN, 'yes')
  const { teamId } = session.get()
  session.set({ status: 'in', ended: null, key, facts: null, factsAt: at, teamId })
  keepFacts(facts)
  chooseTeam(teamId ?? place.get().query.get('team'))
}

/** Reloading the page must not lose them. */
function keepFacts(facts: SessionOut): void {
  session.merge({ facts })
  sessionStorage.setItem(FACTS, JSON.stringify({ at: session.get().factsAt, facts }))
}

/** Loads the account, the teams and the limits of the key again. */
export async function refreshSession(): Promise<void> {
  const { key } = session.get()
  if (!key) return
  const facts = await readFacts(key)
  // The person signed out, or signed in with another key, before the answer arrived.
  if (session.get().key !== key) return
  if (facts) enterWith(key, facts)
  else forgetKey('refused')
}

/** Account-scoped keys act on one team at a time, which every link names. */
export function chooseTeam(id: string | null): void {
  const { facts } = session.get()
  const team = facts?.teams.find((one) => one.id === id) ?? facts?.teams[0]
  const isChosen = facts?.key.scope === 'account' && team !== undefined
  keepInLinks(isChosen ? { team: team.id } : {})
  session.merge({ teamId: team?.id ?? null })
}

export function currentTeam({ facts, teamId }: Session) {
  return facts?.teams.find(({ id }) => id === teamId)
}

/** Call it after a write that changed the account or its teams, so that the page knows without asking. */
export function noteFacts(change: (facts: SessionOut) => Partial<SessionOut>): void {
  const { facts } = session.get()
  if (facts) keepFacts({ ...facts, ...change(facts) })
}

export function forgetKey(ended: 'refused' | 'left'): void {
  sessionStorage.removeItem(KEY)
  sessionStorage.removeItem(FACTS)
  localStorage.removeItem(SIGNED_IN)
  session.set({ status: 'out', ended, key: null, facts: null, factsAt: 0, teamId: null })
}

/** Signs out of every tab. */
export function signOut(): void {
  forgetKey('left')
  tabs.postMessage({ signOut: true })
}

/** Reads the key of this tab, or asks other tabs for theirs. */
export async function start(): Promise<void> {
  // A sign-in link was opened: use its key, not that of other tabs.
  if (location.hash.startsWith('#code=')) return session.merge({ status: 'out' })
  const key = sessionStorage.getItem(KEY)
  if (!key) {
    tabs.postMessage({ wants: 'key' })
    const showSignIn = () => session.get().status === 'starting' && session.merge({ status: 'out' })
    if (localStorage.getItem(SIGNED_IN)) setTimeout(showSignIn, OTHER_TABS_MS)
    else showSignIn()
    return
  }
  const { at, facts } = JSON.parse(sessionStorage.getItem(FACTS) ?? '{"at":0}')
  if (facts) enterWith(key, facts, at)
  else session.merge({ key })
  if (Date.now() - at < FACTS_LIVE_MS) return
  await refreshSession().catch(() => {
    // The server is unavailable: each page shows what it could not load.
    if (session.get().key) session.merge({ status: 'in' })
  })
}

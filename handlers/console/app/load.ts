import { useEffect, useState } from 'preact/hooks'
import { asProblem, type Problem } from './problem.js'
import { session } from './session.js'

interface Loaded<T> {
  data: T | undefined
  problem: Problem | undefined
  isLoading: boolean
  /** Loads it again. */
  reload(): void
  /** Replaces the value by one that a write returned. */
  replace(data: T): void
}

const KEPT_MS = 5 * 60_000
const KEPT_AT_MOST = 100
const kept = new Map<string, { at: number; data: unknown }>()

/** The cache is per team. */
const fullName = (name: string) => `${session.get().teamId ?? ''} ${name}`

function keep(name: string, data: unknown): void {
  kept.delete(name)
  kept.set(name, { at: Date.now(), data })
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT_AT_MOST) return
    kept.delete(oldest)
  }
}

/** Removes cached answers whose names begin with a prefix. Call it after a write. */
export function forget(start: string): void {
  for (const name of kept.keys()) if (name.startsWith(fullName(start))) kept.delete(name)
}

session.subscribe(({ status }) => {
  if (status === 'out') kept.clear()
})

/**
 * The answer to one request, cached under a name for some minutes so that Back costs no request.
 * @param name undefined: nothing is requested yet
 */
export function useLoad<T>(name: string | undefined, ask: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const full = name === undefined ? undefined : fullName(name)
  const [state, setState] = useState<{ full?: string; data?: T; problem?: Problem }>({})
  const [round, setRound] = useState(0)
  const known = full === undefined ? undefined : kept.get(full)
  const fresh = known && Date.now() - known.at < KEPT_MS ? (known.data as T) : undefined
  const isOurs = state.full === full

  useEffect(() => {
    if (full === undefined) return
    if (fresh !== undefined && round === 0) return setState({ full, data: fresh })
    const controller = new AbortController()
    ask(controller.signal).then(
      (data) => {
        keep(full, data)
        if (!controller.signal.aborted) setState({ full, data })
      },
      (error) => {
        if (!controller.signal.aborted) setState((before) => ({ ...before, full, problem: asProblem(error) }))
      },
    )
    return () => controller.abort()
  }, [full, round])

  const data = isOurs ? (state.data ?? fresh) : fresh
  const problem = isOurs ? state.problem : undefined
  return {
    data,
    problem,
    isLoading: full !== undefined && data === undefined && problem === undefined,
    reload() {
      if (full !== undefined) kept.delete(full)
      setState(({ data }) => ({ full, data }))
      setRound(round + 1)
    },
    replace(data) {
      if (full !== undefined) keep(full, data)
      setState({ full, data })
    },
  }
}

/** Items per request for a list. */
export const PAGE = 25

interface Page<T> {
  results: T[]
  next_cursor: string | null
}

/** A list that loads page by page, each after a click. */
export function usePages<P extends Page<unknown>>(
  name: string | undefined,
  ask: (cursor: string | undefined, signal: AbortSignal) => Promise<P>,
) {
  const loaded = useLoad<P>(name, (signal) => ask(undefined, signal))
  const [isLoadingMore, setLoadingMore] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const [startedOver, setStartedOver] = useState(false)

  async function more(): Promise<void> {
    const before = loaded.data
    if (!before?.next_cursor) return
    setLoadingMore(true)
    setProblem(undefined)
    try {
      const next = await ask(before.next_cursor, new AbortController().signal)
      loaded.replace({ ...next, results: [...before.results, ...next.results] })
    } catch (error) {
      const found = asProblem(error)
      const isStale = found.code === 'stale_cursor' || found.code === 'invalid_cursor'
      setStartedOver(isStale)
      if (isStale) loaded.reload()
      else setProblem(found)
    }
    setLoadingMore(false)
  }

  return { ...loaded, more, isLoadingMore, moreProblem: problem, startedOver }
}

/** Like `useLoad`, but requests after a click, once, and caches the answer. */
export async function remembered<T>(name: string, ask: () => Promise<T>): Promise<T> {
  const known = kept.get(fullName(name))
  if (known && Date.now() - known.at < KEPT_MS) return known.data as T
  const data = await ask()
  keep(fullName(name), data)
  return data
}

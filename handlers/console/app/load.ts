import { useEffect, useRef, useState } from 'preact/hooks'
import { asProblem, type Problem } from './problem.js'
import { session } from './session.js'

interface Loaded<T> {
  data: T | undefined
  problem: Problem | undefined
  /** There is nothing to show yet. */
  isLoading: boolean
  /** What is shown is being loaded again. */
  isReloading: boolean
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

interface State<T> {
  /** The name that the rest belongs to. */
  full?: string | undefined
  data?: T | undefined
  problem?: Problem
  isAsking?: boolean
}

/**
 * The answer to one request, cached under a name for some minutes so that Back costs no request.
 * @param name undefined: nothing is requested yet
 */
export function useLoad<T>(name: string | undefined, ask: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const full = name === undefined ? undefined : fullName(name)
  const [state, setState] = useState<State<T>>({})
  const [round, setRound] = useState(0)
  const known = full === undefined ? undefined : kept.get(full)
  const fresh = known && Date.now() - known.at < KEPT_MS ? (known.data as T) : undefined

  useEffect(() => {
    if (full === undefined) return
    if (fresh !== undefined) return setState({ full, data: fresh })
    const controller = new AbortController()
    /** What is shown under this name stays; what was shown under another one does not. */
    const update = (change: State<T>) => {
      if (controller.signal.aborted) return
      setState((before) => ({ full, data: before.full === full ? before.data : undefined, ...change }))
    }
    update({ isAsking: true })
    ask(controller.signal).then(
      (data) => {
        if (!controller.signal.aborted) keep(full, data)
        update({ data })
      },
      (error) => update({ problem: asProblem(error) }),
    )
    return () => controller.abort()
  }, [full, round])

  const own = state.full === full ? state : {}
  const data = own.data ?? fresh
  return {
    data,
    problem: own.problem,
    isLoading: full !== undefined && data === undefined && own.problem === undefined,
    isReloading: data !== undefined && own.isAsking === true,
    reload() {
      if (full === undefined) return
      kept.delete(full)
      setState({ full, data, isAsking: true })
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

/** The page of a list that was asked for last, after the first. */
interface NextPage {
  isLoading?: boolean
  problem?: Problem
  /** The list had changed, so that it had to be loaded from its beginning. */
  startedOver?: boolean
}

/** A list that loads page by page, each after a click. */
export function usePages<P extends Page<unknown>>(
  name: string | undefined,
  ask: (cursor: string | undefined, signal: AbortSignal) => Promise<P>,
) {
  const loaded = useLoad<P>(name, (signal) => ask(undefined, signal))
  const [next, setNext] = useState<NextPage>({})
  const asking = useRef<AbortController>(undefined)

  function stop(): void {
    asking.current?.abort()
    setNext({})
  }

  // A page that arrives late must not be added to another list.
  useEffect(() => stop, [name])

  function reload(): void {
    stop()
    loaded.reload()
  }

  async function more(): Promise<void> {
    const before = loaded.data
    if (!before?.next_cursor || next.isLoading) return
    const controller = new AbortController()
    const { signal } = controller
    asking.current = controller
    setNext({ isLoading: true })
    try {
      const page = await ask(before.next_cursor, signal)
      if (signal.aborted) return
      loaded.replace({ ...page, results: [...before.results, ...page.results] })
      setNext({})
    } catch (error) {
      if (signal.aborted) return
      const problem = asProblem(error)
      const startedOver = problem.code === 'stale_cursor' || problem.code === 'invalid_cursor'
      setNext(startedOver ? { startedOver } : { problem })
      if (startedOver) loaded.reload()
    }
  }

  return { ...loaded, reload, more, next }
}

/** Like `useLoad`, but requests after a click, once, and caches the answer. */
export async function remembered<T>(name: string, ask: () => Promise<T>): Promise<T> {
  const known = kept.get(fullName(name))
  if (known && Date.now() - known.at < KEPT_MS) return known.data as T
  const data = await ask()
  keep(fullName(name), data)
  return data
}

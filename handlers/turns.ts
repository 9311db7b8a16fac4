/** How long requests may work in one turn of the event loop before the others wait for the next turn. */
const LONGEST_TURN_MS = 5

/** Requests that wait for their turn, in order. */
const waiting: (() => void)[] = []
let isServing = false
/** When the first request of this turn of the event loop began its work. */
let startedAt: number | undefined

/**
 * Resolves when a request may begin its work. Reads from SQLite do not yield, so requests that arrived together would
 * otherwise be answered in one turn, and all other connections would wait for them.
 */
export function takeTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (isServing) return
    isServing = true
    scheduleNext()
  })
}

/** Lets the request that began last finish its work first: Node runs all microtasks before the next tick. */
const scheduleNext = () => queueMicrotask(() => process.nextTick(serveNext))

function serveNext(): void {
  if (startedAt !== undefined && performance.now() - startedAt > LONGEST_TURN_MS) {
    setImmediate(serveNext)
    return
  }
  const begin = waiting.shift()
  if (!begin) {
    isServing = false
    return
  }
  if (startedAt === undefined) {
    startedAt = performance.now()
    setImmediate(() => {
      startedAt = undefined
    })
  }
  begin()
  scheduleNext()
}

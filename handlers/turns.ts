/** How long requests may work in one turn of the event loop before the others wait for the next turn. */
const LONGEST_TURN_MS = 5

/** Requests that wait for their turn, in order. */
const waiting: ((turn: number) => void)[] = []
/** Counts turns, so that a request can tell whether its turn is over. */
let current = 0
let isServing = false
/** When the first request of this turn of the event loop began its work. */
let startedAt: number | undefined

/**
 * Returns the number of the turn when a request may begin its work, at once if no other request works. Reads from
 * SQLite do not yield, so requests that arrived together would otherwise be answered in one turn of the event loop,
 * and all other connections would wait for them.
 * @param taken the turn that the request took earlier; it still counts if the request has not waited for anything since
 */
export function takeTurn(taken?: number): Promise<number> | number {
  if (taken !== undefined && taken === current && isServing) return taken
  if (!isServing) {
    isServing = true
    scheduleNext()
    if (hasTime()) return begin()
  }
  return new Promise((resolve) => waiting.push(resolve))
}

const settled = Promise.resolve()
const afterMicrotasks = () => process.nextTick(serveNext)

/** Lets the request that began last finish its work first: Node runs all microtasks before the next tick. */
const scheduleNext = () => void settled.then(afterMicrotasks)

const hasTime = () => startedAt === undefined || performance.now() - startedAt <= LONGEST_TURN_MS

function begin(): number {
  if (startedAt === undefined) {
    startedAt = performance.now()
    setImmediate(endLoopTurn)
  }
  current += 1
  return current
}

function endLoopTurn(): void {
  startedAt = undefined
}

function serveNext(): void {
  if (!hasTime()) {
    setImmediate(serveNext)
    return
  }
  const next = waiting.shift()
  if (next) {
    next(begin())
    scheduleNext()
  } else isServing = false
}

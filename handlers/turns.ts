import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long requests may work in one turn of the event loop before the others wait for the next turn. */
const LONGEST_TURN_MS = 5

let startedAt: number | undefined

/**
 * Resolves when a request may begin its work. Reads from SQLite do not yield, so requests that arrived together would
 * otherwise be answered in one turn, and everybody else would wait for all of them.
 */
export async function takeTurn(): Promise<void> {
  while (startedAt !== undefined && performance.now() - startedAt > LONGEST_TURN_MS) await nextTurn()
  if (startedAt !== undefined) return
  startedAt = performance.now()
  setImmediate(() => {
    startedAt = undefined
  })
}

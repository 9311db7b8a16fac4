import { setTimeout as pause } from 'node:timers/promises'

const SHORTEST_MS = 5
const LONGEST_MS = 250

/**
 * Waits until a condition holds; fails after `timeoutMs` without it. It is asked less and less often, so that one
 * that asks the API stays within a plan's requests a minute.
 */
export async function until(holds: () => Promise<boolean> | boolean, timeoutMs = 30_000): Promise<void> {
  const end = performance.now() + timeoutMs
  for (let pauseMs = SHORTEST_MS; !(await holds()); pauseMs = Math.min(pauseMs * 1.5, LONGEST_MS)) {
    if (performance.now() > end) {
      throw new Error(`what was waited for did not happen within ${timeoutMs / 1000} seconds`)
    }
    await pause(pauseMs)
  }
}

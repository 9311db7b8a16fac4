import { setTimeout as pause } from 'node:timers/promises'

/** Waits until a condition holds; fails after ten seconds without it, or after `patienceMs`. */
export async function until(holds: () => Promise<boolean> | boolean, patienceMs = 10_000): Promise<void> {
  const end = performance.now() + patienceMs
  while (!(await holds())) {
    if (performance.now() > end) {
      throw new Error(`what was waited for did not happen within ${patienceMs / 1000} seconds`)
    }
    await pause(5)
  }
}

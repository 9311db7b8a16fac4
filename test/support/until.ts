import { setTimeout as pause } from 'node:timers/promises'

/** Waits until a condition holds; fails after ten seconds without it. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  const end = performance.now() + 10_000
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('what was waited for did not happen within ten seconds')
    await pause(5)
  }
}

import { setTimeout as pause } from 'node:timers/promises'

/** SQLite's waiting writers ask for the lock again and again, but rarely just between two transactions. */
const PAUSE_MS = 5

/** Between two transactions of one piece of work: other threads and processes can write. */
export const letOthersWrite = (): Promise<void> => pause(PAUSE_MS)

/**
 * Calls `change`, which changes at most `limit` rows, until fewer remain or `abort` is signalled. Other
 * writers get their turn in between.
 * @returns the total number of rows
 */
export async function inBatches(
  limit: number,
  change: (limit: number) => Promise<number>,
  abort?: AbortSignal,
): Promise<number> {
  let total = 0
  while (!abort?.aborted) {
    const changed = await change(limit)
    total += changed
    if (changed < limit) break
    await letOthersWrite()
  }
  return total
}

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

/** How many of the first items fit into a batch of `most`, given their sizes; at least one. */
export function countFitting(sizes: readonly number[], most: number): number {
  let total = 0
  const next = sizes.findIndex((size, index) => {
    total += size
    return index > 0 && total > most
  })
  return next < 0 ? sizes.length : next
}

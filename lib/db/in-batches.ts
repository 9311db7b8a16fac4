/**
 * Repeats `remove`, which does at most `limit` rows, until it finds fewer or `abort` says so: others write in between.
 * @returns how many rows in all
 */
export async function inBatches(
  limit: number,
  remove: (limit: number) => Promise<number>,
  abort?: AbortSignal,
): Promise<number> {
  let total = 0
  while (!abort?.aborted) {
    const removed = await remove(limit)
    total += removed
    if (removed < limit) break
  }
  return total
}

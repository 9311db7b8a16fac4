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
  }
  return total
}

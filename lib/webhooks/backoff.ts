/** How often a delivery is tried in all. */
export const MAX_ATTEMPTS = 8

/**
 * Milliseconds from the end of a failed attempt to the next: 5, 25, 125 … seconds, the last one 21.7 hours;
 * undefined when that was the last attempt. `attempts` counts the failed one too.
 */
export function retryDelayMs(attempts: number): number | undefined {
  return attempts < MAX_ATTEMPTS ? 5 ** attempts * 1000 : undefined
}

import { startOfUtcDay } from '../clock.js'

/**
 * Whether a new item is followed. A dated item is if it was published on the UTC day of admission or later.
 * An undated item is unless the feed contained it at admission.
 */
export function isFollowed(
  item: { publishedAt: number | null },
  admittedAt: number,
  isAdmission: boolean,
): boolean {
  return item.publishedAt === null ? !isAdmission : item.publishedAt >= startOfUtcDay(admittedAt)
}

import { startOfUtcDay } from '../clock.js'

/**
 * Whether an item that is not held belongs to what is followed. Dated items count from the UTC day of
 * admission on, whenever they appear; undated ones when they were not there at admission.
 */
export function isFollowed(
  item: { publishedAt: number | null },
  admittedAt: number,
  isAdmission: boolean,
): boolean {
  return item.publishedAt === null ? !isAdmission : item.publishedAt >= startOfUtcDay(admittedAt)
}

/** A time window of a limit, from its start to its reset. */
export interface Window {
  startAt: number
  resetAt: number
}

/** The minute or the hour of the UTC clock that contains `now`, by its length. */
export function clockWindow(lengthMs: number, now: number): Window {
  const startAt = Math.floor(now / lengthMs) * lengthMs
  return { startAt, resetAt: startAt + lengthMs }
}

/** Midnight UTC of the anchor day in a month, or of its last day where the month is shorter. */
function resetOf(year: number, month: number, anchorDay: number): number {
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(anchorDay, lastDay))
}

/** The month that contains `now`, from reset to reset. `anchorDay` is 1 to 31. */
export function monthWindow(anchorDay: number, now: number): Window {
  const date = new Date(now)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth()
  const thisMonth = resetOf(year, month, anchorDay)
  if (now < thisMonth) return { startAt: resetOf(year, month - 1, anchorDay), resetAt: thisMonth }
  return { startAt: thisMonth, resetAt: resetOf(year, month + 1, anchorDay) }
}

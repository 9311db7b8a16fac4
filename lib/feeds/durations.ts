/** Longer durations are mistakes, often milliseconds. */
const LONGEST_SECONDS = 7 * 86_400
/** The regular expressions below take time that grows with the square of the length. */
const LONGEST_TEXT = 100

/** Minutes and seconds above 59 count as what they say: some programs write `0:67:16`. */
const fromClock = (parts: readonly number[]) => parts.reduce((seconds, part) => seconds * 60 + part, 0)

function inSeconds(text: string): number | null {
  if (/^\d+(\.\d*)?$/.test(text)) return Math.floor(Number(text))
  if (/^\d+(:\d{1,2}){1,2}([.,]\d+)?$/.test(text)) {
    return fromClock(
      text
        .replace(/[.,]\d+$/, '')
        .split(':')
        .map(Number),
    )
  }
  const words = /^(?:pt)?(?:(\d+)\s*h[a-z]*\.?)?\s*(?:(\d+)\s*m[a-z]*\.?)?\s*(?:(\d+)\s*s[a-z]*\.?)?$/i.exec(
    text,
  )
  if (!words?.slice(1).some(Boolean)) return null
  const [, hours, minutes, seconds] = words
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
}

/**
 * Reads `itunes:duration`: seconds, `mm:ss`, `h:mm:ss`, and spelt-out forms (`1h 5m`, `PT1H5M`).
 * @returns whole seconds; null for zero, which means unknown, and for unreadable texts
 */
export function readDuration(value: string): number | null {
  const text = value.trim()
  const seconds = text.length > LONGEST_TEXT ? null : inSeconds(text)
  return seconds !== null && seconds > 0 && seconds <= LONGEST_SECONDS ? seconds : null
}

const CLOCK = /^(?:(\d{1,4}):)?(\d{1,4}):(\d{1,2})(?:[.,:](\d{1,20}))?$/
const SECONDS = /^(\d{1,9})(?:[.,](\d{1,20}))?s?$/

/** Seconds of `h:mm:ss.mmm`, `mm:ss` or `ss.mmm`, with point or comma; null for other text. */
export function parseTimestamp(text = ''): number | null {
  const trimmed = text.trim()
  const clock = CLOCK.exec(trimmed)
  if (clock) {
    const [, hours = '0', minutes = '0', seconds = '0', fraction = ''] = clock
    return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + fractionOf(fraction)
  }
  const plain = SECONDS.exec(trimmed)
  return plain ? Number(plain[1]) + fractionOf(plain[2] ?? '') : null
}

function fractionOf(digits: string): number {
  return digits === '' ? 0 : Number(`0.${digits}`)
}

/** Days are UTC days, as in the API; instants are shown in the reader's time zone. */
function formatter(options: Intl.DateTimeFormatOptions): (instant: string | number) => string {
  const format = new Intl.DateTimeFormat('en-GB', options)
  return (instant) => format.format(new Date(instant))
}

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })
const decimal = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

export const shortDay = formatter({ day: 'numeric', month: 'short', year: 'numeric' })
export const fullDay = formatter({ day: 'numeric', month: 'long', year: 'numeric' })
export const dayOfUnix = (seconds: number) => fullDay(seconds * 1000)
export const dayAndTime = formatter({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
export const shortUtcDay = formatter({ day: 'numeric', month: 'short', timeZone: 'UTC' })
export const fullUtcDay = formatter({ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
export const weekdayOf = formatter({ weekday: 'short', timeZone: 'UTC' })
export const oneDecimal = (value: number) => decimal.format(value)

export function languageName(code: string): string {
  try {
    return languages.of(code) ?? code
  } catch {
    return code
  }
}

/** Whole seconds from now until an instant in milliseconds, at least 0. */
export const secondsUntil = (instant: number) => Math.max(0, Math.ceil((instant - Date.now()) / 1000))

/** `12:41`, `1:02:03`. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** For screen readers. */
export function spokenTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const parts = [
    [Math.floor(whole / 3600), 'hours'],
    [Math.floor(whole / 60) % 60, 'minutes'],
    [whole % 60, 'seconds'],
  ] as const
  return parts
    .filter(([value], index) => value > 0 || index === 2)
    .map(([value, unit]) => `${value} ${unit}`)
    .join(' ')
}

/** `48 min`, `1 h 12 min`, `50 s`. */
export function length(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ')
}

/** Seconds of `90`, `1:30` or `1:01:30`. */
export function secondsOf(time: string | null): number | undefined {
  if (time === null || !/^\d+(:\d{1,2}){0,2}(\.\d+)?$/.test(time)) return undefined
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}

/** Accepts only addresses that a player or a link may open: never `javascript:` or `data:`. */
export function webAddress(url: string): string | undefined {
  try {
    const { protocol, href } = new URL(url)
    return protocol === 'https:' || protocol === 'http:' ? href : undefined
  } catch {
    return undefined
  }
}

/** Two letters that replace a cover. */
export function monogram(title: string): string {
  const words = title.match(/[\p{L}\p{N}]+/gu) ?? []
  const [first = '·', second] = words
  const letters = second ? [[...first][0], [...second][0]] : [...first].slice(0, 2)
  return letters.join('').toUpperCase()
}

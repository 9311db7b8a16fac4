const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** How other languages begin their months, without accents, where English does not. */
// biome-ignore format: a table
const FOREIGN_MONTHS: Record<string, number> = {
  ene: 1, gen: 1, fev: 2, mrt: 3, mae: 3, abr: 4, avr: 4, mai: 5, maj: 5, mag: 5, mei: 5, giu: 6, juin: 6, lug: 7, juil: 7, ago: 8, aou: 8,
  set: 9, okt: 10, out: 10, ott: 10, des: 12, dez: 12, dic: 12,
}

/** Hours east of Greenwich. RFC 5322 gives military letters no meaning: like unknown names, they count as UTC. */
// biome-ignore format: a table
const ZONES: Record<string, number> = {
  hst: -10, akst: -9, akdt: -8, pst: -8, pdt: -7, mst: -7, mdt: -6, cst: -6, cdt: -5, est: -5, edt: -4,
  ast: -4, adt: -3, nst: -3.5, ndt: -2.5, brt: -3, art: -3, wet: 0, west: 1, bst: 1, cet: 1, met: 1, cest: 2, mest: 2,
  eet: 2, eest: 3, msk: 3, ist: 5.5, hkt: 8, sgt: 8, awst: 8, jst: 9, kst: 9, acst: 9.5, acdt: 10.5, aest: 10, aedt: 11,
  nzst: 12, nzdt: 13,
}

const MINUTE_MS = 60_000

/** RFC 5322: two digits below 50 mean this century; three digits count from 1900. */
function fullYear(digits: string): number {
  const year = Number(digits)
  if (digits.length === 2) return year < 50 ? 2000 + year : 1900 + year
  return digits.length === 3 ? 1900 + year : year
}

/** The month of a number or a name, from 1; 0 for an unknown name. */
function monthOf(text: string): number {
  const four = text.slice(0, 4).toLowerCase()
  const three = four.slice(0, 3)
  return Number(text) || MONTHS.indexOf(three) + 1 || (FOREIGN_MONTHS[three] ?? FOREIGN_MONTHS[four] ?? 0)
}

/** Forms of a year, month and day. The first one that a text has, with the number or name of a month, decides. */
const DAY_FORMS = [
  /(?<!\d)(?<y>\d{4})[-/.](?<m>\d{1,2})[-/.](?<d>\d{1,2})(?!\d)/, // 2026-11-01, 2026/11/1
  /^\s*(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})(?!\d)/, // 20261101
  // Sun Nov  1 08:00:00 2026
  /(?<m>[a-z]{3})\s+(?<d>\d{1,2})\s+\d{1,2}:\d{2}(?::\d{2})?\s+(?:[a-z]+\s+)?(?<y>\d{4})/i,
  // 01 Nov 2026, 1-Nov-26, 1st November 2026
  /(?<!\d)(?<d>\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+(?<m>[a-z]{3,9})\.?,?[\s-]+(?<y>\d{4}|\d{2,3})(?![\d:])/i,
  /(?<m>[a-z]{3,9})\.?\s+(?<d>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<y>\d{4})/i, // Nov 1, 2026
  /(?<!\d)(?<d>\d{1,2})\.(?<m>\d{1,2})\.(?<y>\d{4})/, // 01.11.2026
  // 11/01/2026: month first, unless the first number is above 12
  /(?<!\d)(?<d>1[3-9]|[2-9]\d)[/-](?<m>\d{1,2})[/-](?<y>\d{4})/,
  /(?<!\d)(?<m>\d{1,2})[/-](?<d>\d{1,2})[/-](?<y>\d{4})/,
]

function readDay(text: string): number | null {
  for (const form of DAY_FORMS) {
    const found = form.exec(text)?.groups
    if (!found) continue
    const [year, month, day] = [fullYear(found.y!), monthOf(found.m!), Number(found.d)]
    if (month === 0) continue
    const start = Date.UTC(year, month - 1, day)
    const isReal =
      year >= 1970 && year < 2200 && month >= 1 && month <= 12 && new Date(start).getUTCDate() === day
    return isReal && day >= 1 ? start : null
  }
  return null
}

const TIME_FORM = /(?<!\d)(\d{1,2}):(\d{2})(?::(\d{1,2})(?:[.,]\d+)?)?(?:\s*([ap])\.?m\b\.?)?/i

/** Milliseconds since midnight; null for an impossible time. */
function readTime(match: RegExpExecArray): number | null {
  const [, hours, minutes, seconds = '0', half] = match
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
  if (hour > 24 || Number(minutes) > 59 || Number(seconds) > 60) return null
  return (hour * 60 + Number(minutes)) * MINUTE_MS + Math.min(Number(seconds), 59) * 1000
}

/** Minutes east of Greenwich, from the text after the time; 0 without a zone or for an unknown one. */
function readZone(tail: string): number {
  const match = /^[\s(]*(?:(?:gmt|utc)?\s*([+-])(\d{1,2}):?(\d{2})?(?!\d)|([a-z]{2,5})\b)/i.exec(tail)
  if (!match) return 0
  const [, sign, hours, minutes = '0', name] = match
  if (name) return (ZONES[name.toLowerCase()] ?? 0) * 60
  const east = Number(hours) * 60 + Number(minutes)
  if (east > 15 * 60) return 0
  return sign === '-' ? -east : east
}

/**
 * Reads the date of a feed item: RFC 822 with its common misspellings, ISO 8601, and several handwritten
 * orders. A date without a zone is in UTC.
 * @returns milliseconds; null for other texts and for years outside 1970 to 2199
 */
export function readDate(value: string): number | null {
  const given = value.trim()
  if (given === '' || given.length > 100) return null
  const text = given.normalize('NFD').replace(/\p{M}+/gu, '')
  const day = readDay(text)
  const clock = TIME_FORM.exec(text)
  if (day === null || !clock) return day
  const time = readTime(clock)
  if (time === null) return null
  const at = day + time - readZone(text.slice(clock.index + clock[0].length)) * MINUTE_MS
  return at >= 0 ? at : null
}

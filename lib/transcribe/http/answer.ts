import type { Cue } from '../../transcripts/types.js'

/** What a server made of a file, as far as it says. */
export interface Answer {
  text: string
  /** Undefined where the answer has no times. */
  cues: Cue[] | undefined
  /** BCP 47 tag, or ''. */
  language: string
  durationSeconds: number | null
}

const TEXT_TYPE = /^\s*text\/plain\s*(;|$)/i

type Fields = Record<string, unknown>

/**
 * Reads the answer of `/audio/transcriptions`. Servers agree on little but `text`: segments may be missing, be called
 * chunks, and have times as text or as a pair; some send bare text whatever was asked for, and say so by its type.
 * @param contentType as the answer declares it
 * @returns undefined for what tells nothing of any audio: the page of a proxy, an error sent as a success, broken JSON
 */
export function readAnswer(body: string, contentType: string | undefined): Answer | undefined {
  const fields = parseObject(body)
  if (fields === undefined) {
    const isText = TEXT_TYPE.test(contentType ?? '') && !/^\s*[<{[]/.test(body)
    return isText ? { text: body.trim(), cues: undefined, language: '', durationSeconds: null } : undefined
  }

  const listed = [fields.segments, fields.chunks].find(Array.isArray) as unknown[] | undefined
  if (listed === undefined && typeof fields.text !== 'string') return undefined
  const cues = listed?.flatMap(readSegment)
  const told = typeof fields.text === 'string' ? fields.text.trim() : ''
  return {
    text: told || (cues ?? []).map((cue) => cue.text).join(' '),
    // An empty list beside a text comes from servers that cannot give times.
    cues: cues && (cues.length > 0 || told === '') ? cues : undefined,
    language: languageTag(fields.language),
    durationSeconds: positive(readSeconds(fields.duration)),
  }
}

function parseObject(body: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Fields) : undefined
  } catch {
    return undefined
  }
}

function readSegment(value: unknown): Cue[] {
  if (typeof value !== 'object' || value === null) return []
  const segment = value as Fields
  const pair: unknown[] = Array.isArray(segment.timestamp) ? segment.timestamp : []
  const start = readSeconds(segment.start ?? pair[0])
  const end = readSeconds(segment.end ?? pair[1]) ?? start
  const text = typeof segment.text === 'string' ? segment.text.trim() : ''
  if (start === undefined || end === undefined || text === '' || isSilence(segment)) return []
  return [{ start, end, text }]
}

/** Whisper's own rule for text that it made up out of silence. */
function isSilence(segment: Fields): boolean {
  return Number(segment.no_speech_prob) > 0.6 && Number(segment.avg_logprob) < -1
}

/** Seconds from a number, a number as text, or `HH:MM:SS.mmm`. */
function readSeconds(value: unknown): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const parts = String(value).trim().replace(',', '.').split(':')
  if (parts.length > 3 || parts.some((part) => !/^\d+(\.\d+)?$/.test(part))) return undefined
  return parts.reduce((seconds, part) => seconds * 60 + Number(part), 0)
}

function positive(seconds: number | undefined): number | null {
  return seconds !== undefined && seconds > 0 ? seconds : null
}

/** Whisper names languages in English (`german`), others use tags. */
function languageTag(value: unknown): string {
  if (typeof value !== 'string') return ''
  const name = value.trim().toLowerCase()
  if (/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/.test(name)) return Intl.getCanonicalLocales(name)[0] ?? ''
  return languageNames().get(name) ?? ''
}

let names: Map<string, string> | undefined

function languageNames(): Map<string, string> {
  if (names) return names
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const english = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  names = new Map(codes.map((code) => [english.of(code)?.toLowerCase() ?? code, code]))
  return names
}

import { type Fields, isFields } from '../../json-fields.js'
import { parseTimestamp } from '../../transcripts/formats/timestamp.js'
import type { Cue } from '../../transcripts/types.js'

/** What a server answered about a file. */
export interface Transcription {
  text: string
  /** Undefined where the answer has no times. */
  cues: Cue[] | undefined
  /** BCP 47 tag, or ''. */
  language: string
  durationSeconds: number | null
}

const TEXT_TYPE = /^\s*text\/plain\s*(;|$)/i

/**
 * Reads the answer of `/audio/transcriptions`. Servers agree on little but `text`: segments may be missing, be named
 * chunks, and have times as text or as a pair; some send plain text and say so in the content type.
 * @param contentType as the answer declares it
 * @returns undefined for an answer that is no transcript: a proxy's page, an error sent as a success, broken JSON
 */
export function readTranscription(body: string, contentType: string | undefined): Transcription | undefined {
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
    // Servers that cannot give times send an empty list beside the text.
    cues: cues && (cues.length > 0 || told === '') ? cues : undefined,
    language: languageTag(fields.language),
    durationSeconds: positive(readSeconds(fields.duration)),
  }
}

function parseObject(body: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}

function readSegment(segment: unknown): Cue[] {
  if (!isFields(segment)) return []
  const pair: unknown[] = Array.isArray(segment.timestamp) ? segment.timestamp : []
  const start = readSeconds(segment.start ?? pair[0])
  const end = readSeconds(segment.end ?? pair[1]) ?? start
  const text = typeof segment.text === 'string' ? segment.text.trim() : ''
  if (start === undefined || end === undefined || text === '' || isSilence(segment)) return []
  return [{ start, end, text }]
}

/** Whisper's own rule for text that it invented from silence. */
function isSilence(segment: Fields): boolean {
  return Number(segment.no_speech_prob) > 0.6 && Number(segment.avg_logprob) < -1
}

/** Seconds from a number, a number as text, or `HH:MM:SS.mmm`. A time just before 0 is a rounding error. */
function readSeconds(value: unknown): number | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return Math.max(0, value)
  return (typeof value === 'string' ? parseTimestamp(value) : null) ?? undefined
}

function positive(seconds: number | undefined): number | null {
  return seconds !== undefined && seconds > 0 ? seconds : null
}

/** Whisper names languages in English (`german`); others use tags. */
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

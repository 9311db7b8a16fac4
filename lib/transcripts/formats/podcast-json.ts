import { LONGEST_SECONDS, type ParsedCue, type ParsedTranscript, TranscriptFileError } from './parsed.js'
import { parseTimestamp } from './timestamp.js'

type Fields = Record<string, unknown>

const START = ['startTime', 'start', 'start_time', 'begin', 'from', 'time', 'ts']
const END = ['endTime', 'end', 'end_time', 'to']
const TEXT = ['body', 'text', 'content', 'transcript', 'punctuated_word', 'word', 'value']
const SPEAKER = ['speaker', 'speaker_name', 'speakerName', 'speaker_label', 'name']
/** Where the captions stand, best first: words only when nothing coarser is there. */
const LISTS = [
  'segments',
  'utterances',
  'transcription',
  'turns',
  'cues',
  'captions',
  'sentences',
  'paragraphs',
  'transcript',
  'words',
]
const DEEPEST = 5

/**
 * The podcast namespace's JSON (`segments` of `startTime`, `endTime`, `body`, `speaker`), and what recognisers and
 * publishers write in its place: arrays of `start`, `end`, `text`, Whisper's and AssemblyAI's answers, "mm:ss" times.
 */
export function parsePodcastJson(text: string): ParsedTranscript {
  const root = parseJson(text)
  const list = findList(root, 0)
  const fields = isFields(root) ? root : {}
  return {
    language: stringOf(fields, ['language', 'language_code', 'lang']) ?? '',
    durationSeconds: numberOf(fields.audio_duration ?? fields.duration),
    cues: list ? list.flatMap(toCues) : fromFlatText(fields),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new TranscriptFileError(`not valid JSON: ${(cause as Error).message}`, { cause })
  }
}

/** The list of captions: the root itself, or the best-named list that holds any text. */
function findList(value: unknown, depth: number): unknown[] | undefined {
  if (Array.isArray(value)) {
    if (value.some(hasText)) return value
    return depth < DEEPEST ? findFirst(value.slice(0, 10).filter(isFields), depth) : undefined
  }
  if (!isFields(value) || depth > DEEPEST) return undefined
  for (const name of LISTS) {
    const found = value[name]
    if (Array.isArray(found) && found.some(hasText)) return found
  }
  return findFirst(
    Object.values(value).filter((inner) => typeof inner === 'object'),
    depth,
  )
}

function findFirst(values: unknown[], depth: number): unknown[] | undefined {
  for (const value of values) {
    const found = findList(value, depth + 1)
    if (found) return found
  }
  return undefined
}

function hasText(item: unknown): boolean {
  return typeof item === 'string' ? item.trim() !== '' : isFields(item) && stringOf(item, TEXT) !== undefined
}

function toCues(item: unknown): ParsedCue[] {
  if (typeof item === 'string') return [{ start: null, end: null, text: item }]
  if (!isFields(item)) return []
  const text = stringOf(item, TEXT)
  if (text === undefined || text.trim() === '') return []
  const times = isFields(item.timestamps) ? item.timestamps : item
  const speaker = speakerOf(item)
  return [
    {
      start: timeOf(times, START),
      end: timeOf(times, END),
      text,
      ...(speaker === undefined ? {} : { speaker }),
    },
  ]
}

function fromFlatText(fields: Fields): ParsedCue[] {
  const text = stringOf(fields, TEXT)
  if (text === undefined) return []
  return text.split(/\n\s*\n/).map((paragraph) => ({ start: null, end: null, text: paragraph }))
}

function timeOf(fields: Fields, names: string[]): number | null {
  for (const name of names) {
    const seconds = numberOf(fields[name])
    if (seconds !== null) return seconds
  }
  return null
}

/** A number or a time as text; milliseconds are told from seconds later, by how fast people speak. */
function numberOf(value: unknown): number | null {
  const seconds = typeof value === 'string' ? parseTimestamp(value) : value
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) return null
  return Math.abs(seconds) > LONGEST_SECONDS * 1000 ? null : seconds
}

function speakerOf(fields: Fields): string | undefined {
  const number = fields.speaker
  return typeof number === 'number' ? String(number) : stringOf(fields, SPEAKER)
}

function stringOf(fields: Fields, names: string[]): string | undefined {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string') return value
  }
  return undefined
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import { LONGEST_SECONDS, type ParsedCue, type ParsedTranscript, TranscriptFileError } from './parsed.js'
import { parseTimestamp } from './timestamp.js'

type Fields = Record<string, unknown>

const START = [
  'startTime',
  'start',
  'start_time',
  'startOffset',
  'start_offset',
  'begin',
  'from',
  'time',
  'ts',
]
const END = [
  'endTime',
  'end',
  'end_time',
  'endOffset',
  'end_offset',
  'resultEndTime',
  'result_end_time',
  'to',
]
const TEXT = ['body', 'text', 'content', 'transcript', 'punctuated_word', 'word', 'value']
const SPEAKER = ['speaker', 'speaker_name', 'speakerName', 'speaker_label', 'name']
const SPEAKER_NUMBER = ['speaker', 'speakerTag', 'speaker_tag', 'channel_tag']
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
  'items',
]
const DEEPEST = 5

/**
 * The podcast namespace's JSON (`segments` of `startTime`, `endTime`, `body`, `speaker`), and what recognisers and
 * publishers write in its place: arrays of `start`, `end`, `text`, answers of Whisper, AssemblyAI, Google Speech,
 * Deepgram and Amazon Transcribe, "mm:ss" times.
 */
export function parsePodcastJson(text: string): ParsedTranscript {
  const root = parseJson(text)
  const list = findList(root, 0)
  const fields = isFields(root) ? root : {}
  return {
    language: stringOf(fields, ['language', 'language_code', 'lang']) ?? '',
    durationSeconds: numberOf(fields.audio_duration ?? fields.duration),
    cues: list ? withoutSummary(list).flatMap((item) => toCues(item)) : fromFlatText(fields),
  }
}

/** Commas and opening brackets of a file: ten hours of single words have half of that, and each value takes memory. */
const MOST_VALUES = 1_500_000
const COMMA = 0x2c
const BRACKET = 0x5b
const BRACE = 0x7b

function hasTooManyValues(text: string): boolean {
  let values = 0
  for (let at = 0; at < text.length && values <= MOST_VALUES; at++) {
    const unit = text.charCodeAt(at)
    if (unit === COMMA || unit === BRACKET || unit === BRACE) values++
  }
  return values > MOST_VALUES
}

function parseJson(text: string): unknown {
  if (hasTooManyValues(text)) throw new TranscriptFileError(`more than ${MOST_VALUES} values in it`)
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
  if (typeof item === 'string') return item.trim() !== ''
  return isFields(item) && (stringOf(item, TEXT) ?? stringOf(bestAlternative(item), TEXT)) !== undefined
}

/** What a recogniser takes for the likeliest of several readings. */
function bestAlternative({ alternatives }: Fields): Fields {
  const best: unknown = Array.isArray(alternatives) ? alternatives[0] : undefined
  return isFields(best) ? best : {}
}

function timedWords(item: unknown): Fields[] {
  const { words } = isFields(item) ? bestAlternative(item) : {}
  return Array.isArray(words) ? words.filter(isFields).filter((word) => timeOf(word, START) !== null) : []
}

/** Google's last result repeats the words of all the others, with their speakers. */
function withoutSummary(list: unknown[]): unknown[] {
  const counts = list.map((item) => timedWords(item).length)
  const last = counts.pop() ?? 0
  const isSummary = last > 0 && counts.length > 0 && counts.reduce((sum, count) => sum + count, 0) === last
  return isSummary ? list.slice(-1) : list
}

function toCues(item: unknown): ParsedCue[] {
  if (typeof item === 'string') return [{ start: null, end: null, text: item }]
  if (!isFields(item)) return []
  const words = timedWords(item)
  if (words.length > 0) return words.flatMap((word) => toCues(word))
  const text = stringOf(item, TEXT) ?? stringOf(bestAlternative(item), TEXT)
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
  const seconds =
    typeof value === 'string' ? parseTimestamp(value) : isFields(value) ? ofDuration(value) : value
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) return null
  return Math.abs(seconds) > LONGEST_SECONDS * 1000 ? null : seconds
}

/** A duration as Google's libraries write it: `{"seconds": "1", "nanos": 300000000}`, either left out when 0. */
function ofDuration({ seconds = 0, nanos = 0 }: Fields): number {
  return Number(seconds) + Number(nanos) / 1e9
}

function speakerOf(fields: Fields): string | undefined {
  const number = SPEAKER_NUMBER.map((name) => fields[name]).find((value) => typeof value === 'number')
  return number === undefined ? stringOf(fields, SPEAKER) : String(number)
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

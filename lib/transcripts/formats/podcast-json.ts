import { type Fields, isFields } from '../../json-fields.js'
import { MAX_SECONDS, type ParsedCue, type ParsedTranscript, TranscriptFileError } from './parsed.js'
import { parseTimestamp } from './timestamp.js'

const namesOf = (names: string) => names.split(' ')
const START = namesOf('startTime start start_time startOffset start_offset begin from time ts')
const END = namesOf('endTime end end_time endOffset end_offset resultEndTime result_end_time to')
const TEXT = namesOf('body text content transcript punctuated_word word value')
const SPEAKER = namesOf('speaker speaker_name speakerName speaker_label name')
const SPEAKER_NUMBER = namesOf('speaker speakerTag speaker_tag channel_tag')
/** Fields that contain the captions, best first: single words only if there is nothing coarser. */
const LISTS = namesOf(
  'segments utterances transcription turns cues captions sentences paragraphs transcript lines text words items',
)
/** Fields of a turn without a text of its own that contain its captions. */
const PARTS = namesOf('sentences words elements')
const MAX_DEPTH = 5

/**
 * Reads the podcast namespace's JSON (`segments` of `startTime`, `endTime`, `body`, `speaker`), arrays of `start`,
 * `end`, `text`, and the output of Whisper, AssemblyAI, Google Speech, Deepgram, Amazon Transcribe and Rev. Times may be
 * seconds, milliseconds or "mm:ss".
 */
export function parsePodcastJson(text: string): ParsedTranscript {
  const root = parseJson(text)
  const list = findList(root, 0)
  const fields = isFields(root) ? root : {}
  return {
    language: stringOf(fields, ['language', 'language_code', 'lang']),
    durationSeconds: numberOf(fields.audio_duration ?? fields.duration),
    cues: list ? withoutSummary(list).flatMap((item) => toCues(item)) : fromFlatText(fields),
  }
}

/** Each value takes memory. Ten hours of single words have half of this. */
const MAX_VALUES = 1_500_000
const COMMA = 0x2c
const BRACKET = 0x5b
const BRACE = 0x7b

/** Counts values without parsing, by their commas and opening brackets. */
function hasTooManyValues(text: string): boolean {
  let values = 0
  for (let at = 0; at < text.length && values <= MAX_VALUES; at++) {
    const unit = text.charCodeAt(at)
    if (unit === COMMA || unit === BRACKET || unit === BRACE) values++
  }
  return values > MAX_VALUES
}

function parseJson(text: string): unknown {
  if (hasTooManyValues(text)) throw new TranscriptFileError(`more than ${MAX_VALUES} values in it`)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new TranscriptFileError(`not valid JSON: ${(cause as Error).message}`, { cause })
  }
}

/**
 * The list of captions: the root itself, or the best-named list that contains text. Strings in a list of another name
 * are no captions: recognisers list their models, publishers their keywords.
 */
function findList(value: unknown, depth: number): unknown[] | undefined {
  if (Array.isArray(value)) {
    if (value.some((item) => hasText(item) && (depth === 0 || isFields(item)))) return value
    const items = value.filter(isFields)
    const parts = items.flatMap(partsOf)
    if (parts.length > 0) return parts
    return depth < MAX_DEPTH ? findFirst(items.slice(0, 10), depth) : undefined
  }
  if (!isFields(value) || depth > MAX_DEPTH) return undefined
  const inner = () => Object.values(value).filter((field) => typeof field === 'object')
  return listIn(value, LISTS) ?? findFirst(inner(), depth)
}

/** The first of the named lists that contains text. */
function listIn(fields: Fields, names: string[]): unknown[] | undefined {
  for (const name of names) {
    const list = fields[name]
    if (Array.isArray(list) && list.some(hasText)) return list
  }
  return undefined
}

/** The sentences or words of a turn, with its speaker. */
function partsOf(turn: Fields): unknown[] {
  const speaker = speakerOf(turn)
  const parts = listIn(turn, PARTS) ?? []
  return speaker === undefined ? parts : parts.map((part) => (isFields(part) ? { speaker, ...part } : part))
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

/** The likeliest of a recogniser's alternatives. */
function bestAlternative({ alternatives }: Fields): Fields {
  const best: unknown = Array.isArray(alternatives) ? alternatives[0] : undefined
  return isFields(best) ? best : {}
}

function timedWords(item: unknown): Fields[] {
  const { words } = isFields(item) ? bestAlternative(item) : {}
  return Array.isArray(words) ? words.filter(isFields).filter((word) => timeOf(word, START) !== null) : []
}

/** Google's last result may repeat the words of all others before its own, with speakers. Then only that one is read. */
function withoutSummary(list: unknown[]): unknown[] {
  const others = list.slice(0, -1).flatMap((item) => timedWords(item))
  const last = timedWords(list.at(-1))
  const isSame = (one: Fields, other: Fields) =>
    timeOf(one, START) === timeOf(other, START) && stringOf(one, TEXT) === stringOf(other, TEXT)
  const isSummary =
    last.length > 0 && last.length >= others.length && others.every((word, at) => isSame(word, last[at]!))
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
  return [{ start: timeOf(times, START), end: timeOf(times, END), text, speaker: speakerOf(item) }]
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

/** A number, or a time as text. Milliseconds are recognised later, by the rate of speech. */
function numberOf(value: unknown): number | null {
  const seconds =
    typeof value === 'string' ? parseTimestamp(value) : isFields(value) ? secondsOfDuration(value) : value
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) return null
  return Math.abs(seconds) > MAX_SECONDS * 1000 ? null : seconds
}

/** A duration as Google's libraries write it: `{"seconds": "1", "nanos": 300000000}`. Zero fields are omitted. */
function secondsOfDuration({ seconds = 0, nanos = 0 }: Fields): number {
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

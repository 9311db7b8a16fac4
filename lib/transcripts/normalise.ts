import { detectLanguage, normaliseLanguage } from '../text/language.js'
import { sentenceEnds } from '../text/sentences.js'
import { cleanText } from './clean-text.js'
import { MAX_CUES, type ParsedCue, type ParsedTranscript } from './formats/parsed.js'
import { repairCaptionTimes, type TimedCue, timesFromMarks } from './repair-times.js'
import { type Piece, toMilliseconds, toSentences } from './sentence-times.js'
import { findNames, splitTurns } from './speakers.js'
import type { Segment, TranscriptDocument } from './types.js'
import { dropLoops, unroll } from './unroll.js'

export interface NormaliseHints {
  /** The language stated for the transcript. It overrides the language that the file states. */
  language?: string
  /** The podcast's language, for a file without one. */
  fallbackLanguage?: string
  /** Length in seconds as measured from the audio. */
  measuredSeconds?: number | null
  /** The best known length in seconds. A text without times is spread over it. */
  knownSeconds?: number | null
}

/** The most text read from one file: days of speech. */
const MAX_CHARACTERS = 4_000_000

const SAYS_SOMETHING = /[\p{L}\p{N}]/u
/** Words, or a full stop: some recognisers write one as a caption. */
const BELONGS_TO_TEXT = /[\p{L}\p{N}]|^[.,!?…。、！？]$/u

/**
 * Turns a parsed file into sentences with times. Removes markup, speakers' names and notes on sounds, unrolls rolling
 * captions, drops loops and repairs times. `segments` is empty if no readable text is left.
 */
export function normaliseTranscript(
  parsed: ParsedTranscript,
  hints: NormaliseHints = {},
): TranscriptDocument {
  const cues = cleanCues(parsed.cues)
  const timed = timeCues(cues, parsed.isInTextOrder === true)
  const language = languageOf(parsed, hints, cues)
  const segments = timed
    ? timedSegments(timed, language)
    : untimedSegments(cues, language, hints.knownSeconds ?? 0)
  return {
    language,
    durationSeconds: hints.measuredSeconds ?? parsed.durationSeconds ?? null,
    timed: timed !== undefined,
    segments: dropLoops(segments),
  }
}

function cleanCues(cues: ParsedCue[]): ParsedCue[] {
  let room = MAX_CHARACTERS
  const clean: ParsedCue[] = []
  for (const cue of cues) {
    if (room <= 0 || clean.length === MAX_CUES) break
    const text = cleanText(cue.text.slice(0, room))
    room -= cue.text.length
    if (BELONGS_TO_TEXT.test(text)) clean.push({ ...cue, text })
  }
  return clean
}

function timeCues(cues: ParsedCue[], isInTextOrder: boolean): TimedCue[] | undefined {
  if (isInTextOrder) return timesFromMarks(cues)
  const hasTimes = cues.some(({ start, end }) => start !== null || end !== null)
  return hasTimes ? repairCaptionTimes(cues) : undefined
}

function languageOf(parsed: ParsedTranscript, hints: NormaliseHints, cues: ParsedCue[]): string {
  const stated = [hints.language, parsed.language, hints.fallbackLanguage].map(normaliseLanguage)
  const sample = cues.slice(0, 300).map(({ text }) => text)
  return stated.find((language) => language !== '') ?? detectLanguage(sample.join('\n'))
}

function timedSegments(cues: TimedCue[], language: string): Segment[] {
  const unrolled = dropLoops(unroll(cues))
  const names = findNames(unrolled.map(({ text }) => text))
  const pieces: Piece[] = []
  let current: string | undefined
  for (const { start, end, text, speaker, isListItem = false } of unrolled) {
    let done = 0
    for (const turn of splitTurns(text, names)) {
      const name = turn.speaker ?? (done === 0 ? speaker : undefined)
      const isChange =
        turn.isMarked && turn.speaker === undefined ? true : name !== undefined && name !== current
      if (name !== undefined) current = name
      const from = start + ((end - start) * done) / text.length
      done += turn.text.length
      const to = start + ((end - start) * Math.min(done, text.length)) / text.length
      pieces.push({
        start: from,
        end: to,
        text: turn.text.replaceAll('\n', ' '),
        isChange: isChange && pieces.length > 0,
        isListItem,
      })
    }
    const last = pieces.at(-1)
    if (last && done > 0) last.end = end
  }
  return toSentences(withText(pieces), language)
}

/** Moves a mark of a new speaker without words to the next words. */
function withText(pieces: Piece[]): Piece[] {
  const kept: Piece[] = []
  let isChange = false
  for (const piece of pieces) {
    isChange ||= piece.isChange
    if (!BELONGS_TO_TEXT.test(piece.text)) continue
    kept.push({ ...piece, isChange })
    isChange = false
  }
  return kept
}

/**
 * Sentences of a text without times, with its paragraphs. Times are spread by position over the known length, or all 0.
 */
function untimedSegments(cues: ParsedCue[], language: string, knownSeconds: number): Segment[] {
  const names = findNames(cues.map(({ text }) => text))
  const segments: Segment[] = []
  for (const turn of cues.flatMap(({ text }) => splitTurns(text, names))) {
    const text = turn.text.replaceAll('\n', ' ')
    let from = 0
    let beginsParagraph = true
    for (const end of sentenceEnds(text, language)) {
      const sentence = text.slice(from, end).trim()
      from = end
      if (!SAYS_SOMETHING.test(sentence)) continue
      segments.push({ start: 0, end: 0, text: sentence, ...(beginsParagraph && { beginsParagraph }) })
      beginsParagraph = false
    }
  }
  spreadByPosition(segments, knownSeconds)
  return segments
}

function spreadByPosition(segments: Segment[], seconds: number): void {
  const length = segments.reduce((sum, { text }) => sum + text.length, 0)
  let done = 0
  for (const segment of segments) {
    segment.start = toMilliseconds((seconds * done) / length)
    done += segment.text.length
    segment.end = toMilliseconds((seconds * done) / length)
  }
}

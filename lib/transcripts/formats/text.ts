import { splitLines } from './captions.js'
import { isMarkdown, plainLines, splitFrontMatter, withoutEmphasis } from './markdown.js'
import type { ParsedTranscript } from './parsed.js'
import { parsePodcastJson } from './podcast-json.js'
import { readTurns, SENTENCE_END } from './turns.js'

/** Each line is a paragraph if this share of lines ends a sentence or is too long to be wrapped. */
const WHOLE_LINES_SHARE = 0.6

/**
 * Reads plain text and Markdown: paragraphs with or without names (`**Name:**`) and times (`[mm:ss]`, or a time at
 * each line's start). Some publishers put the transcript itself into YAML front matter, as `transcriptText`.
 */
export function parseText(text: string): ParsedTranscript {
  const { language, transcript, body } = splitFrontMatter(text)
  if (transcript.length > 0) {
    return { ...parsePodcastJson(JSON.stringify(transcript)), language, isInTextOrder: true }
  }
  const marked = isMarkdown(body)
  const lines = splitLines(body)
  const cues = readTurns(paragraphsOf((marked ? plainLines(lines) : lines).map((line) => line.trim())))
  if (marked) for (const cue of cues) cue.text = withoutEmphasis(cue.text)
  return { language, cues, isInTextOrder: true }
}

/** The lines of each paragraph. In a text without blank lines each line is a paragraph, unless lines look wrapped. */
function paragraphsOf(lines: string[]): string[][] {
  const filled = lines.filter((line) => line !== '')
  const paragraphs: string[][] = []
  let open: string[] = []
  for (const line of lines) {
    if (line !== '') open.push(line)
    else if (open.length > 0) {
      paragraphs.push(open)
      open = []
    }
  }
  if (open.length > 0) paragraphs.push(open)
  if (paragraphs.length > 1 || filled.length < 2) return paragraphs
  const whole = filled.filter((line) => line.length > 200 || SENTENCE_END.test(line)).length
  return whole >= filled.length * WHOLE_LINES_SHARE ? filled.map((line) => [line]) : paragraphs
}

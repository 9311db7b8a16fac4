import { splitLines } from './caption-lines.js'
import { isMarkdown, plainLines, splitFrontMatter, withoutStress } from './markdown.js'
import type { ParsedTranscript } from './parsed.js'
import { parsePodcastJson } from './podcast-json.js'
import { readTurns, SENTENCE_END } from './turns.js'

/** Share of lines that end a sentence or are too long to be wrapped, from which on each line is a paragraph. */
const LINES_ARE_PARAGRAPHS = 0.6

/**
 * Plain text and Markdown: paragraphs with or without names (`**Name:**`) and times (`[mm:ss]`, a time at each
 * line's start). YAML heads are read where publishers put the transcript itself there.
 */
export function parseText(text: string): ParsedTranscript {
  const { head, body } = splitFrontMatter(text)
  const language = typeof head.language === 'string' ? head.language : ''
  if (Array.isArray(head.transcriptText)) {
    return { ...parsePodcastJson(JSON.stringify(head.transcriptText)), language, isInTextOrder: true }
  }
  const marked = isMarkdown(body)
  const lines = splitLines(body)
  const cues = readTurns(paragraphsOf((marked ? plainLines(lines) : lines).map((line) => line.trim())))
  if (marked) for (const cue of cues) cue.text = withoutStress(cue.text)
  return { language, durationSeconds: null, cues, isInTextOrder: true }
}

/** Lines of each paragraph. Without blank lines the lines are paragraphs, unless they look wrapped. */
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
  return whole >= filled.length * LINES_ARE_PARAGRAPHS ? filled.map((line) => [line]) : paragraphs
}

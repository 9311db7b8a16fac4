import { readMarkup } from '../../text/markup-reader.js'
import { MAX_CUES, type Marks, type ParsedCue, type ParsedTranscript, TranscriptFileError } from './parsed.js'
import { parseTimestamp } from './timestamp.js'
import { readTurns } from './turns.js'

const elements = (names: string) => new Set(names.split(' '))
/** Elements whose text is not part of the transcript. */
const SKIPPED = elements(
  'script style template noscript head svg iframe nav header footer form button details h1 h2 h3 h4 h5 h6 figure select textarea',
)
const BLOCKS = elements('p div li ul ol section article main blockquote tr td dd dt pre body br hr')
const MAIN = elements('article main')

interface Paragraph extends ParsedCue {
  /** Whether the paragraph is inside `<article>` or `<main>`. */
  isMain: boolean
}

/**
 * Reads a web page: `<cite>`, `<time>` and `<p>` as in the podcast namespace, or paragraphs with times as attributes
 * (`begin`, `end`). Without either, the paragraphs of its `<article>` or `<main>`, or of the whole page.
 */
export function parseHtml(html: string): ParsedTranscript {
  const reader = new PageReader()
  // In HTML a style runs to its end tag. In TTML, which is XML, it may have none.
  if (!readMarkup(html.replace(/<style\b[^<>]*\/>/g, ''), reader))
    throw new TranscriptFileError('elements nested too deeply')
  reader.flush()
  const main = reader.paragraphs.filter(({ isMain }) => isMain)
  const paragraphs = main.length > 0 ? main : reader.paragraphs
  return { language: reader.language, cues: toCues(paragraphs), isInTextOrder: true }
}

function toCues(paragraphs: Paragraph[]): ParsedCue[] {
  const isMarked = paragraphs.some(({ start, speaker }) => start !== null || speaker !== undefined)
  if (!isMarked) return readTurns(paragraphs.map(({ text }) => text.split('\n')))
  return paragraphs
}

class PageReader {
  readonly paragraphs: Paragraph[] = []
  language = ''
  #skipped = 0
  #main = 0
  #open: 'cite' | 'time' | undefined
  #marks: Marks = { start: null, end: null }
  #mark = ''
  #text: string[] = []
  #hasText = false

  onopentag(name: string, attributes: Record<string, string>): void {
    if (name === 'html' || name === 'tt')
      this.language = attributes.lang ?? attributes['xml:lang'] ?? this.language
    if (SKIPPED.has(name)) this.#skipped++
    if (MAIN.has(name)) this.#main++
    if (name === 'br') this.#text.push('\n')
    else if (BLOCKS.has(name)) this.flush()
    if (name === 'cite' || name === 'time') {
      this.#open = name
      this.#mark = ''
    }
    const begin = attributes.begin ?? attributes['data-start']
    if (begin !== undefined && name !== 'html') {
      this.#marks.start = parseTimestamp(begin)
      this.#marks.end = parseTimestamp(attributes.end)
    }
  }

  ontext(text: string): void {
    if (this.#skipped > 0) return
    if (this.#open) this.#mark += text
    else this.#push(text)
  }

  onclosetag(name: string): void {
    if (SKIPPED.has(name)) this.#skipped--
    if (name === this.#open) this.#closeMark()
    if (BLOCKS.has(name) && name !== 'br') this.flush()
    if (MAIN.has(name)) this.#main--
  }

  /** A `<cite>` that is not a name and a `<time>` that is not a time are part of the text. */
  #closeMark(): void {
    const mark = this.#mark.trim()
    const time = parseTimestamp(mark.replace(/^[[(]|[\])]$/g, ''))
    // A name ends with a colon or begins its paragraph.
    const isName = this.#open === 'cite' && (mark.endsWith(':') || !this.#hasText)
    if (isName) {
      this.flush()
      this.#marks.speaker = mark.replace(/:$/, '').trim()
    } else if (this.#open === 'time' && time !== null) {
      this.flush()
      this.#marks.start = time
    } else {
      this.#push(this.#mark)
    }
    this.#open = undefined
  }

  #push(text: string): void {
    this.#text.push(text)
    this.#hasText ||= text.trim() !== ''
  }

  /** Ends the paragraph. Marks without text are kept for the next one. */
  flush(): void {
    const text = this.#text.join('')
    this.#text = []
    this.#hasText = false
    if (text.trim() === '' || this.paragraphs.length === MAX_CUES) return
    this.paragraphs.push({ ...this.#marks, text: text.trim(), isMain: this.#main > 0 })
    this.#marks = { start: null, end: null }
  }
}

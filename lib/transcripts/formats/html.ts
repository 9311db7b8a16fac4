import { readMarkup } from '../../text/markup-reader.js'
import { MOST_CUES, type ParsedCue, type ParsedTranscript, TranscriptFileError } from './parsed.js'
import { parseTimestamp } from './timestamp.js'
import { readTurns } from './turns.js'

const SILENT = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'svg',
  'iframe',
  'nav',
  'header',
  'footer',
  'form',
  'button',
  'details',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'figure',
  'select',
  'textarea',
])
const BLOCKS = new Set([
  'p',
  'div',
  'li',
  'ul',
  'ol',
  'section',
  'article',
  'main',
  'blockquote',
  'tr',
  'td',
  'dd',
  'dt',
  'pre',
  'body',
  'br',
  'hr',
])
const CONTENT = new Set(['article', 'main'])

interface Paragraph {
  start: number | null
  end: number | null
  speaker?: string
  text: string
  /** Inside the page's main element. */
  isContent: boolean
}

/**
 * Web pages: the podcast namespace's `<cite>`, `<time>` and `<p>`, times as attributes of paragraphs (`begin`, `end`),
 * else the page's paragraphs, of its `<article>` or `<main>` when it has one. Unclosed elements are forgiven.
 */
export function parseHtml(html: string): ParsedTranscript {
  const reader = new PageReader()
  if (!readMarkup(html, reader)) throw new TranscriptFileError('elements nested too deeply')
  reader.flush()
  const content = reader.paragraphs.filter(({ isContent }) => isContent)
  const paragraphs = content.length > 0 ? content : reader.paragraphs
  return { language: reader.language, durationSeconds: null, cues: toCues(paragraphs), isInTextOrder: true }
}

function toCues(paragraphs: Paragraph[]): ParsedCue[] {
  const isMarked = paragraphs.some(({ start, speaker }) => start !== null || speaker !== undefined)
  if (!isMarked) return readTurns(paragraphs.map(({ text }) => text.split('\n')))
  return paragraphs.map(({ start, end, speaker, text }) => {
    return { start, end, text, ...(speaker === undefined ? {} : { speaker }) }
  })
}

class PageReader {
  readonly paragraphs: Paragraph[] = []
  language = ''
  #silent = 0
  #content = 0
  #open: 'cite' | 'time' | undefined
  #marks: Pick<Paragraph, 'start' | 'end' | 'speaker'> = { start: null, end: null }
  #mark = ''
  #text: string[] = []
  #hasText = false

  onopentag(name: string, attributes: Record<string, string>): void {
    if (name === 'html' || name === 'tt')
      this.language = attributes.lang ?? attributes['xml:lang'] ?? this.language
    if (SILENT.has(name)) this.#silent++
    if (CONTENT.has(name)) this.#content++
    if (name === 'br') this.#text.push('\n')
    else if (BLOCKS.has(name)) this.flush()
    if (name === 'cite' || name === 'time') {
      this.#open = name
      this.#mark = ''
    }
    const begin = attributes.begin ?? attributes['data-start']
    if (begin !== undefined && name !== 'html') {
      this.#marks.start = parseTimestamp(begin) ?? null
      this.#marks.end = parseTimestamp(attributes.end ?? '') ?? null
    }
  }

  ontext(text: string): void {
    if (this.#silent > 0) return
    if (this.#open) this.#mark += text
    else this.#push(text)
  }

  onclosetag(name: string): void {
    if (SILENT.has(name)) this.#silent--
    if (name === this.#open) this.#closeMark()
    if (BLOCKS.has(name) && name !== 'br') this.flush()
    if (CONTENT.has(name)) this.#content--
  }

  /** A name ends with a colon or begins its paragraph, a time reads as one; others are part of the text. */
  #closeMark(): void {
    const mark = this.#mark.trim()
    const time = parseTimestamp(mark.replace(/^[[(]|[\])]$/g, ''))
    const isName = this.#open === 'cite' && (mark.endsWith(':') || !this.#hasText)
    if (isName) {
      this.flush()
      this.#marks.speaker = mark.replace(/:$/, '').trim()
    } else if (this.#open === 'time' && time !== undefined) {
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

  /** Ends a paragraph; marks without text wait for the next one. */
  flush(): void {
    const text = this.#text.join('')
    this.#text = []
    this.#hasText = false
    if (text.trim() === '' || this.paragraphs.length === MOST_CUES) return
    this.paragraphs.push({ ...this.#marks, text: text.trim(), isContent: this.#content > 0 })
    this.#marks = { start: null, end: null }
  }
}

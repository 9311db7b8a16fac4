import { withoutControls } from './control-characters.js'
import { withoutLongMarkRuns } from './mark-runs.js'
import { readMarkup } from './markup-reader.js'

const elements = (names: string) => new Set(names.split(' '))
const LINES = elements('div li tr dt dd section article header footer figure figcaption')
const PARAGRAPHS = elements('p ul ol dl table blockquote pre h1 h2 h3 h4 h5 h6 hr')
const SKIPPED = elements('script style template noscript head title svg iframe')

/** The most characters of a description that are read. */
const MAX_CHARACTERS = 100_000

const MARKUP = /<[a-z!/?]|&(?:#|[a-z])/i
/** A description that was escaped twice begins with an escaped element. */
const ESCAPED_TWICE = /^\s*&lt;(?:p|div|br|h[1-6]|ul|ol|span|strong|em|b|i|a)\b[^<]*?&gt;/i

/**
 * The plain text of a description: without markup, entities decoded, line breaks kept, at most one blank line in a row.
 */
export function plainText(html: string): string {
  const given = html.slice(0, MAX_CHARACTERS)
  const isEscapedTwice = ESCAPED_TWICE.test(given) && !/<[a-z]/i.test(given)
  return tidy(withoutMarkup(isEscapedTwice ? withoutMarkup(given) : given))
}

function withoutMarkup(html: string): string {
  if (!MARKUP.test(html)) return html
  const text = new LineWriter()
  let skipped = 0
  readMarkup(html, {
    onopentag(name) {
      if (SKIPPED.has(name)) skipped++
      if (name === 'br') text.lineBreak()
      else text.block(breaksOf(name))
    },
    ontext(part) {
      if (skipped === 0) text.write(part)
    },
    onclosetag(name) {
      if (SKIPPED.has(name)) skipped--
      text.block(breaksOf(name))
    },
  })
  return text.toString()
}

function breaksOf(name: string): 0 | 1 | 2 {
  if (PARAGRAPHS.has(name)) return 2
  return LINES.has(name) ? 1 : 0
}

/** Writes line breaks between blocks. White space of the source beside such a break is dropped. */
class LineWriter {
  readonly #parts: string[] = []
  #pending = 0
  #atStart = true

  write(text: string): void {
    const part = this.#pending > 0 || this.#atStart ? text.trimStart() : text
    if (part === '') return
    if (!this.#atStart) this.#parts.push('\n'.repeat(this.#pending))
    this.#pending = 0
    this.#atStart = false
    this.#parts.push(part)
  }

  lineBreak(): void {
    this.#pending = Math.min(2, this.#pending + 1)
  }

  block(breaks: number): void {
    this.#pending = Math.max(this.#pending, breaks)
  }

  toString(): string {
    return this.#parts.join('')
  }
}

function tidy(text: string): string {
  return withoutLongMarkRuns(withoutControls(text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')))
    .replace(/[\u00ad\ufeff]/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

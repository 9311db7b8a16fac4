import { isAscii } from 'node:buffer'
import { excerptBounds, excerptWithin } from '../text/excerpt.js'
import { FoldedText, isWordAt } from './fold.js'
import type { Term } from './query.js'

const AT_MOST = 2
/** Spans of one term that are compared. More would not improve the excerpts of a frequent word. */
const SPANS_AT_MOST = 50
/** Bytes folded at a time. Most excerpts come from the beginning of a text. */
const SLICE = 4096
/** How far after the wanted offset, in bytes, a cut looks for white space. */
const REACH = 400
/** Bytes around a span that are read to cut its excerpt at words. ASCII needs no dictionary, and so fewer bytes. */
const MARGIN = 2400
const ASCII_MARGIN = 500

/** A part of a text, in bytes; `end` is exclusive. */
interface ByteSpan {
  start: number
  end: number
}

/**
 * Up to two passages of a text (UTF-8) around the terms, in the order of the text: the first spans of two
 * different terms if they are far enough apart, otherwise two spans of one term.
 */
export function excerptsOf(text: Buffer, terms: readonly Term[]): string[] {
  const quick = arePlain(terms) ? find(new SlicedText(text, terms, foldPlain), terms, true) : undefined
  return quick ?? find(new SlicedText(text, terms, foldAny), terms, true)!
}

/**
 * The excerpts of a text of which only the beginning, cut at white space, is known. Undefined if the rest could change
 * them.
 */
export function excerptsOfBeginning(beginning: Buffer, terms: readonly Term[]): string[] | undefined {
  return find(new SlicedText(beginning, terms, arePlain(terms) ? foldPlain : foldAny), terms, false)
}

const arePlain = (terms: readonly Term[]) =>
  terms.every(({ tokens }) => tokens.every((token) => !BEYOND_ASCII.test(token)))

/** Undefined if reading the rest of the text, or folding it exactly, could change the excerpts. */
function find(sliced: SlicedText, terms: readonly Term[], isWhole: boolean): string[] | undefined {
  const text = sliced.bytes
  const covered: Array<ByteSpan & { excerpt: string }> = []
  for (const span of roundRobin(sliced, terms)) {
    if (!span && !(isWhole && sliced.isExact)) return undefined
    if (!span) continue
    if (!isWhole && span.end + MARGIN > text.length) return undefined
    if (covered.some(({ start, end }) => span.start < end && span.end > start)) continue
    covered.push(excerptAt(text, span))
    if (covered.length === AT_MOST) break
  }
  if (covered.length < AT_MOST && !(isWhole && sliced.isExact)) return undefined
  return covered.sort((a, b) => a.start - b.start).map(({ excerpt }) => excerpt)
}

/** The first span of each term, then the second ones, and so on; undefined for a term that does not occur again. */
function* roundRobin(text: SlicedText, terms: readonly Term[]): Generator<ByteSpan | undefined> {
  let spans = terms.map(({ tokens }) => text.spansOf(tokens))
  for (let rank = 0; rank < SPANS_AT_MOST && spans.length > 0; rank++) {
    const ended = new Set<Generator<ByteSpan>>()
    for (const ofTerm of spans) {
      const next = ofTerm.next()
      if (next.done) ended.add(ofTerm)
      yield next.done ? undefined : next.value
    }
    spans = spans.filter((ofTerm) => !ended.has(ofTerm))
  }
}

/** The excerpt around a span, and where it was cut. */
function excerptAt(bytes: Buffer, { start, end }: ByteSpan): ByteSpan & { excerpt: string } {
  const near = bytes.subarray(Math.max(0, start - ASCII_MARGIN), end + ASCII_MARGIN)
  const margin = isAscii(near) ? ASCII_MARGIN : MARGIN
  const first = characterStart(bytes, Math.max(0, start - margin))
  const text = bytes.toString('utf8', first, characterStart(bytes, Math.min(bytes.length, end + margin)))
  const lengthTo = (offset: number) => bytes.toString('utf8', first, offset).length
  const cuts = excerptBounds(text, lengthTo(start), lengthTo(end))
  const offsetOf = (length: number) => first + Buffer.byteLength(text.slice(0, length))
  return { start: offsetOf(cuts.from), end: offsetOf(cuts.to), excerpt: excerptWithin(text, cuts) }
}

interface Folded {
  folded: string
  /** Where the character at an offset of `folded` begins in the text. */
  offsetOf(foldedOffset: number): number
  /** Whether `folded` is what the index contains. */
  isExact: boolean
}

interface Slice extends Folded {
  /** Where the next slice begins. Folding goes beyond it, so that phrases across it are found. */
  cut: number
}

/** A text that is folded slice by slice, each when it is first needed. */
class SlicedText {
  private readonly slices: Slice[] = []
  private readonly overlap: number

  constructor(
    readonly bytes: Buffer,
    terms: readonly Term[],
    private readonly fold: (bytes: Buffer, at: number) => Folded,
  ) {
    this.overlap = REACH + 4 * Math.max(0, ...terms.map(({ tokens }) => tokens.join(' ').length))
  }

  /** Whether all slices so far were folded exactly. */
  get isExact(): boolean {
    return this.slices.every(({ isExact }) => isExact)
  }

  /** Spans where the words follow each other, whatever separates them. */
  *spansOf(tokens: readonly string[]): Generator<ByteSpan> {
    let previousEnd = 0
    for (let index = 0; ; index++) {
      const slice = this.get(index)
      if (!slice) return
      for (const found of spansIn(slice.folded, tokens)) {
        const start = slice.offsetOf(found.start)
        if (start >= slice.cut) break
        if (start < previousEnd) continue
        previousEnd = nextCharacter(this.bytes, Math.max(start, slice.offsetOf(found.end - 1)))
        yield { start, end: previousEnd }
      }
    }
  }

  private get(index: number): Slice | undefined {
    const at = this.slices.at(-1)?.cut ?? 0
    if (index === this.slices.length && at < this.bytes.length) {
      const cut = cutNear(this.bytes, at + SLICE)
      const bytes = this.bytes.subarray(at, cutNear(this.bytes, cut + this.overlap))
      this.slices.push({ cut, ...this.fold(bytes, at) })
    }
    return this.slices[index]
  }
}

/** Dashes, quotation marks and the like in UTF-8: most of what English has beyond ASCII. */
const PLAIN_SIGN = /\xe2\x80[\x90-\xa7]|\xc2[\xa0\xab\xbb]/g
const BEYOND_ASCII = /[^\x00-\x7f]/

/**
 * Folds ASCII and plain signs, a character for each byte. Ten times as fast as `foldAny`, but words with other characters
 * stay as they are and are not found.
 */
function foldPlain(bytes: Buffer, at: number): Folded {
  let folded = bytes.toString('latin1')
  let isExact = isAscii(bytes)
  if (!isExact) {
    folded = folded.replace(PLAIN_SIGN, (sign) => ' '.repeat(sign.length))
    isExact = !BEYOND_ASCII.test(folded)
  }
  return { folded: folded.toLowerCase(), offsetOf: (offset) => at + offset, isExact }
}

function foldAny(bytes: Buffer, at: number): Folded {
  const text = new FoldedText(bytes.toString())
  const offsetOf = (offset: number) => at + Buffer.byteLength(text.text.slice(0, text.original(offset)))
  return { folded: text.folded, offsetOf, isExact: true }
}

const isInside = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80

/** The start of the character that a byte belongs to. */
function characterStart(bytes: Buffer, offset: number): number {
  let at = offset
  while (at > 0 && isInside(bytes[at])) at--
  return at
}

function nextCharacter(bytes: Buffer, offset: number): number {
  let at = offset + 1
  while (isInside(bytes[at])) at++
  return at
}

/** The first white space at or after an offset, where a text can be cut without changing how its parts fold. */
function cutNear(bytes: Buffer, offset: number): number {
  if (offset >= bytes.length) return bytes.length
  const end = Math.min(offset + REACH, bytes.length)
  for (let at = offset; at < end; at++) if (bytes[at] === 0x20 || bytes[at] === 0x0a) return at
  return characterStart(bytes, offset)
}

function* spansIn(folded: string, tokens: readonly string[]): Generator<ByteSpan> {
  for (let from = 0; ; ) {
    const start = folded.indexOf(tokens[0]!, from)
    if (start < 0) return
    from = start + tokens[0]!.length
    const end = isWordAt(folded, start - 1) ? undefined : endOfPhrase(folded, start, tokens)
    if (end === undefined) continue
    from = end
    yield { start, end }
  }
}

function endOfPhrase(folded: string, start: number, tokens: readonly string[]): number | undefined {
  let at = start
  for (const [index, token] of tokens.entries()) {
    if (index > 0) while (at < folded.length && !isWordAt(folded, at)) at++
    if (!folded.startsWith(token, at)) return undefined
    at += token.length
    if (isWordAt(folded, at)) return undefined
  }
  return at
}

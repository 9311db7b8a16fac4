import { isWholeWordAt, type Place, type PreparedText, prepareTerm } from '../text/as-written.js'
import { IntRows } from './int-rows.js'
import { inOrder, type KeywordHits } from './keyword-hits.js'
import { forEachToken } from './keyword-tokens.js'
import { isOneSpace, KeywordTrie } from './keyword-trie.js'

/**
 * Columns of a term: the next term of its node, the first of its watchers, what stands before its first token, and 1
 * where it is nothing but tokens with single spaces between them.
 */
const NEXT_TERM = 0
const FIRST_WATCHER = 1
const LEAD = 2
const IS_SPACED = 3
const TERM_WIDTH = 4

/** Columns of a watcher: the next watcher of the term, the alert. */
const NEXT_WATCHER = 0
const ALERT = 1
const WATCHER_WIDTH = 2

/** Columns of a place: its start, the place before of the same term. */
const START = 0
const PLACE_BEFORE = 1
const PLACE_WIDTH = 2

/** What a text says, until the index reads the next text or a keyword of it changes. */
export interface SaidKeywords {
  /** The alerts that the text concerns. */
  readonly alerts: ReadonlySet<number>
  /** Where it says the keywords of one of them: worked out for those who record it. */
  hitsOf(alert: number): KeywordHits
}

/**
 * The keywords of all active alerts, each distinct one once however many alerts watch for it. Finds in one pass over a
 * transcript which alerts it concerns, with every place verified as written.
 */
export class KeywordIndex {
  private readonly trie = new KeywordTrie()
  private readonly terms = new IntRows(TERM_WIDTH)
  private readonly watchers = new IntRows(WATCHER_WIDTH)
  /** Prepared spellings, by term. */
  private readonly spellings: string[] = []
  /** Terms of an alert, in the order of its keywords. */
  private readonly alerts = new Map<number, number[]>()
  /** Where the text in hand says terms: for each term its last place, each place with the one before it. */
  private lastPlace = new Int32Array(0)
  private said: number[] = []
  private places = new Int32Array(1024)
  private placeCount = 0

  /** Number of alerts. */
  get size(): number {
    return this.alerts.size
  }

  /** Sets the keywords of an alert, in place of those it had. Each has a letter or digit. */
  set(alert: number, keywords: readonly string[]): void {
    const before = this.alerts.get(alert)
    this.alerts.set(
      alert,
      keywords.map((keyword) => this.watch(alert, prepareTerm(keyword))),
    )
    for (const term of before ?? []) this.unwatch(alert, term)
  }

  delete(alert: number): void {
    const terms = this.alerts.get(alert)
    this.alerts.delete(alert)
    for (const term of terms ?? []) this.unwatch(alert, term)
  }

  /** Reads a text; every place is verified as written. */
  match(text: PreparedText): SaidKeywords {
    for (const term of this.said) this.lastPlace[term] = 0
    this.said = this.findTerms(text)
    const alerts = new Set<number>()
    for (const term of this.said) {
      for (
        let watcher = this.term(term, FIRST_WATCHER);
        watcher !== 0;
        watcher = this.watcher(watcher, NEXT_WATCHER)
      ) {
        alerts.add(this.watcher(watcher, ALERT))
      }
    }
    return { alerts, hitsOf: (alert) => this.hitsOf(alert) }
  }

  /** The terms that are said; leaves their places chained behind `lastPlace`. */
  private findTerms(text: PreparedText): number[] {
    const said: number[] = []
    this.placeCount = 0
    if (this.lastPlace.length < this.spellings.length) this.lastPlace = new Int32Array(this.spellings.length)
    this.trie.scan(text.text, (first, tokenStart, tokenEnd, isSpaced) => {
      for (let term = first; term !== 0; term = this.term(term, NEXT_TERM)) {
        let start = tokenStart
        let end = tokenEnd
        if (this.term(term, IS_SPACED) === 1) {
          // The same tokens with the same spaces: the spelling, which lies far away in memory, need not be looked at.
          if (!isSpaced) continue
        } else {
          const spelling = this.spellings[term]!
          start -= this.term(term, LEAD)
          end = start + spelling.length
          if (start < 0 || !text.text.startsWith(spelling, start)) continue
        }
        if (!isWholeWordAt(text, start, end)) continue
        if (this.lastPlace[term] === 0) said.push(term)
        this.addPlace(term, start)
      }
    })
    return said
  }

  private addPlace(term: number, start: number): void {
    const place = ++this.placeCount
    if (place * PLACE_WIDTH + PLACE_WIDTH > this.places.length) {
      const larger = new Int32Array(this.places.length * 2)
      larger.set(this.places)
      this.places = larger
    }
    this.places[place * PLACE_WIDTH + START] = start
    this.places[place * PLACE_WIDTH + PLACE_BEFORE] = this.lastPlace[term]!
    this.lastPlace[term] = place
  }

  private hitsOf(alert: number): KeywordHits {
    const terms = this.alerts.get(alert)!
    const keywords: number[] = []
    const places: Place[] = []
    for (let index = 0; index < terms.length; index++) {
      const term = terms[index]!
      if (this.lastPlace[term] === 0) continue
      keywords.push(index)
      this.collectPlaces(term, places)
    }
    return { keywords, places: places.length > 1 ? inOrder(places) : places }
  }

  private collectPlaces(term: number, into: Place[]): void {
    const { length } = this.spellings[term]!
    for (
      let place = this.lastPlace[term]!;
      place !== 0;
      place = this.places[place * PLACE_WIDTH + PLACE_BEFORE]!
    ) {
      const start = this.places[place * PLACE_WIDTH + START]!
      into.push({ start, end: start + length })
    }
  }

  private watch(alert: number, spelling: string): number {
    const node = this.trie.grow(spelling)
    let term = this.trie.payload(node)
    while (term !== 0 && this.spellings[term] !== spelling) term = this.term(term, NEXT_TERM)
    if (term === 0) term = this.addTerm(node, spelling)
    const watcher = this.watchers.allocate()
    this.setWatcher(watcher, NEXT_WATCHER, this.term(term, FIRST_WATCHER))
    this.setWatcher(watcher, ALERT, alert)
    this.setTerm(term, FIRST_WATCHER, watcher)
    return term
  }

  private addTerm(node: number, spelling: string): number {
    const term = this.terms.allocate()
    this.spellings[term] = spelling
    this.setTerm(term, NEXT_TERM, this.trie.payload(node))
    const { lead, isSpaced } = shapeOf(spelling)
    this.setTerm(term, LEAD, lead)
    this.setTerm(term, IS_SPACED, isSpaced ? 1 : 0)
    this.trie.setPayload(node, term)
    return term
  }

  private unwatch(alert: number, term: number): void {
    let before = 0
    let watcher = this.term(term, FIRST_WATCHER)
    while (this.watcher(watcher, ALERT) !== alert) {
      before = watcher
      watcher = this.watcher(watcher, NEXT_WATCHER)
    }
    const next = this.watcher(watcher, NEXT_WATCHER)
    if (before === 0) this.setTerm(term, FIRST_WATCHER, next)
    else this.setWatcher(before, NEXT_WATCHER, next)
    this.watchers.release(watcher)
    if (this.term(term, FIRST_WATCHER) === 0) this.removeTerm(term)
  }

  private removeTerm(term: number): void {
    const spelling = this.spellings[term]!
    const node = this.trie.grow(spelling)
    const next = this.term(term, NEXT_TERM)
    if (this.trie.payload(node) === term) {
      this.trie.setPayload(node, next)
    } else {
      let before = this.trie.payload(node)
      while (this.term(before, NEXT_TERM) !== term) before = this.term(before, NEXT_TERM)
      this.setTerm(before, NEXT_TERM, next)
    }
    this.spellings[term] = ''
    this.terms.release(term)
    this.trie.prune(spelling)
  }

  private term(term: number, column: number): number {
    return this.terms.data[term * TERM_WIDTH + column]!
  }

  private setTerm(term: number, column: number, value: number): void {
    this.terms.data[term * TERM_WIDTH + column] = value
  }

  private watcher(watcher: number, column: number): number {
    return this.watchers.data[watcher * WATCHER_WIDTH + column]!
  }

  private setWatcher(watcher: number, column: number, value: number): void {
    this.watchers.data[watcher * WATCHER_WIDTH + column] = value
  }
}

function shapeOf(spelling: string): { lead: number; isSpaced: boolean } {
  let lead = -1
  let isSpaced = true
  let lastEnd = 0
  forEachToken(spelling, (start, end) => {
    if (lead === -1) lead = start
    else isSpaced &&= isOneSpace(spelling, lastEnd, start)
    lastEnd = end
  })
  return { lead, isSpaced: isSpaced && lead === 0 && lastEnd === spelling.length }
}

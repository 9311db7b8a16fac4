import { isWholeWordAt, type PreparedText, prepareTerm, type Span } from '../text/as-written.js'
import { isSpaceless, isWordCharacter } from '../text/scripts.js'

/** How many spans of one match are recorded; a text may contain a keyword millions of times. */
const MAX_SPANS = 1000

/** Where a text contains keywords of one alert. */
export interface KeywordHits {
  /** Positions, in the alert's list, of the keywords that were found; ascending. */
  keywords: number[]
  /** The first `MAX_SPANS` spans of any of them, each start once, ascending. */
  spans: Span[]
}

/** A distinct spelling of keywords, and the alerts that have it. */
interface Spelling {
  text: string
  /** Number of characters before the spelling's first token, as in ".net". */
  lead: number
  /** Contains an alert once for each of its keywords with this spelling. */
  alerts: number[]
}

/** The path from the root to a node spells the tokens of the node's spellings. */
interface TrieNode {
  children: Map<string, TrieNode>
  /** Spellings with the same tokens and different punctuation, as "c" and "c++". */
  spellings: Spelling[]
}

/** The keyword hits of all alerts in one text. */
export interface HitsByAlert {
  /** Alerts with at least one hit. */
  readonly alerts: ReadonlySet<number>
  /** The hits of one of these alerts. Call it before the alert's keywords change. */
  hitsOf(alert: number): KeywordHits
}

/** Most nodes have no children: they share one empty map until they get a child. */
const NO_CHILDREN: Map<string, TrieNode> = new Map()

/**
 * The keywords of all active alerts in one trie of tokens. One pass over a transcript finds every keyword in it, however
 * many there are; each hit is then verified as written.
 */
export class KeywordIndex {
  private readonly root: TrieNode = { children: new Map(), spellings: [] }
  /** The spellings of an alert, in the order of its keywords. */
  private readonly spellingsOf = new Map<number, Spelling[]>()

  /** Number of alerts. */
  get size(): number {
    return this.spellingsOf.size
  }

  /** Replaces the keywords of an alert. Each keyword has a letter or digit. */
  set(alert: number, keywords: readonly string[]): void {
    this.delete(alert)
    this.spellingsOf.set(
      alert,
      keywords.map((keyword) => this.addSpelling(alert, prepareTerm(keyword))),
    )
  }

  delete(alert: number): void {
    for (const spelling of this.spellingsOf.get(alert) ?? []) {
      spelling.alerts.splice(spelling.alerts.indexOf(alert), 1)
      if (spelling.alerts.length === 0) this.remove(spelling)
    }
    this.spellingsOf.delete(alert)
  }

  find(text: PreparedText): HitsByAlert {
    const starts = this.findSpellings(text)
    const alerts = new Set<number>()
    for (const spelling of starts.keys()) for (const alert of spelling.alerts) alerts.add(alert)
    return { alerts, hitsOf: (alert) => hitsAmong(starts, this.spellingsOf.get(alert)!) }
  }

  /** The spellings in the text, each with the ascending offsets of its first occurrences. */
  private findSpellings(text: PreparedText): Map<Spelling, number[]> {
    const found = new Map<Spelling, number[]>()
    // The nodes that the tokens so far lead to, and where the first token of each begins.
    const nodes: TrieNode[] = []
    const starts: number[] = []
    let open = 0
    forEachToken(text.text, (from, to) => {
      const token = text.text.slice(from, to)
      nodes[open] = this.root
      starts[open] = from
      const last = open
      open = 0
      for (let index = 0; index <= last; index++) {
        const node = nodes[index]!.children.get(token)
        if (!node) continue
        const start = starts[index]!
        for (const spelling of node.spellings) addIfWholeWord(found, spelling, text, start - spelling.lead)
        if (node.children.size === 0) continue
        nodes[open] = node
        starts[open++] = start
      }
    })
    return found
  }

  private addSpelling(alert: number, text: string): Spelling {
    let node = this.root
    for (const token of tokensOf(text)) {
      if (node.children === NO_CHILDREN) node.children = new Map()
      let child = node.children.get(token)
      if (!child) {
        child = { children: NO_CHILDREN, spellings: [] }
        node.children.set(token, child)
      }
      node = child
    }
    let spelling = node.spellings.find((known) => known.text === text)
    if (!spelling) {
      spelling = { text, lead: leadOf(text), alerts: [] }
      node.spellings.push(spelling)
    }
    spelling.alerts.push(alert)
    return spelling
  }

  /** Removes a spelling that no alert has any more, with the nodes that led only to it. */
  private remove(spelling: Spelling): void {
    const path: Array<{ parent: TrieNode; token: string }> = []
    let node = this.root
    for (const token of tokensOf(spelling.text)) {
      path.push({ parent: node, token })
      node = node.children.get(token)!
    }
    node.spellings.splice(node.spellings.indexOf(spelling), 1)
    for (const { parent, token } of path.reverse()) {
      const child = parent.children.get(token)!
      if (child.spellings.length > 0 || child.children.size > 0) return
      parent.children.delete(token)
    }
  }
}

function tokensOf(spelling: string): string[] {
  const tokens: string[] = []
  forEachToken(spelling, (start, end) => tokens.push(spelling.slice(start, end)))
  return tokens
}

function addIfWholeWord(
  found: Map<Spelling, number[]>,
  spelling: Spelling,
  text: PreparedText,
  start: number,
): void {
  const starts = found.get(spelling)
  if (starts?.length === MAX_SPANS || start < 0 || !text.text.startsWith(spelling.text, start)) return
  if (!isWholeWordAt(text, start, start + spelling.text.length)) return
  if (starts) starts.push(start)
  else found.set(spelling, [start])
}

function hitsAmong(found: ReadonlyMap<Spelling, number[]>, spellings: readonly Spelling[]): KeywordHits {
  const keywords: number[] = []
  const spans: Span[] = []
  for (const [index, spelling] of spellings.entries()) {
    const starts = found.get(spelling)
    if (!starts) continue
    keywords.push(index)
    for (const start of starts) spans.push({ start, end: start + spelling.text.length })
  }
  return { keywords, spans: firstSpans(spans) }
}

/** The first spans by ascending start. Of spans with the same start only the longest stays. */
function firstSpans(spans: Span[]): Span[] {
  spans.sort((a, b) => a.start - b.start || b.end - a.end)
  return spans
    .filter((span, index) => index === 0 || span.start !== spans[index - 1]!.start)
    .slice(0, MAX_SPANS)
}

/** The hits of one list of keywords; empty if there are none. */
export function findKeywords(text: PreparedText, keywords: readonly string[]): KeywordHits {
  const index = new KeywordIndex()
  index.set(0, keywords)
  return index.find(text).hitsOf(0)
}

function leadOf(spelling: string): number {
  let lead = -1
  forEachToken(spelling, (start) => {
    if (lead === -1) lead = start
  })
  return lead
}

const GAP = 1
const IN_RUN = 2
const ALONE = 3

/** A cache of `kindOf` for each UTF-16 code unit outside surrogate pairs; 0 is unknown. */
const kinds = new Uint8Array(0x10000)

function kindOf(codePoint: number): number {
  if (!isWordCharacter(codePoint)) return GAP
  return isSpaceless(codePoint) ? ALONE : IN_RUN
}

/**
 * Splits a prepared text into tokens: runs of letters, digits and marks, and single characters of scripts
 * written without spaces. A text that contains a keyword as whole words has the keyword's tokens in sequence,
 * because a whole word ends where a run ends.
 */
function forEachToken(text: string, visit: (start: number, end: number) => void): void {
  let start = -1
  for (let at = 0; at < text.length; ) {
    const codePoint = text.codePointAt(at)!
    const next = codePoint > 0xffff ? at + 2 : at + 1
    let kind = codePoint > 0xffff ? kindOf(codePoint) : kinds[codePoint]!
    if (kind === 0) {
      kind = kindOf(codePoint)
      kinds[codePoint] = kind
    }
    if (kind === IN_RUN) {
      if (start === -1) start = at
    } else {
      if (start !== -1) visit(start, at)
      start = -1
      if (kind === ALONE) visit(at, next)
    }
    at = next
  }
  if (start !== -1) visit(start, text.length)
}

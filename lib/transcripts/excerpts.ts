import { findAnyAsWritten, prepareTerm, prepareText } from '../text/as-written.js'
import { Timeline } from './timeline.js'
import type { Segment } from './types.js'

export interface ExcerptsQuery {
  /** Terms as written by the caller. */
  terms: readonly string[]
  /** How many sentences to show before and after each hit. */
  context: number
  /** The maximum number of passages. */
  limit: number
}

/** Whole sentences around hits; seconds. */
interface Passage {
  start: number
  end: number
  text: string
}

export interface Excerpts {
  excerpts: Passage[]
  /** Hits of any term. Several hits with the same start count once. */
  totalHits: number
}

/** The passages around the hits of any term as written, the earliest first. */
export function findExcerpts(
  segments: readonly Segment[],
  { terms, context, limit }: ExcerptsQuery,
): Excerpts {
  const timeline = new Timeline(segments)
  const prepared = prepareText(timeline.text)
  const excerpts: Passage[] = []
  let last = -1
  let isFull = false
  let totalHits = 0
  let counted = -1
  for (const hit of findAnyAsWritten(prepared, terms.map(prepareTerm))) {
    const start = prepared.original(hit.start)
    if (start > counted) totalHits++
    counted = start
    if (isFull) continue
    const from = Math.max(0, timeline.segmentAt(start) - context)
    const to = Math.min(segments.length - 1, timeline.segmentAt(prepared.original(hit.end) - 1) + context)
    const open = excerpts.at(-1)
    if (open && from <= last + 1) extend(open, segments.slice(last + 1, to + 1))
    else if (excerpts.length < limit) excerpts.push(passageOf(segments.slice(from, to + 1)))
    else isFull = true
    last = Math.max(last, to)
  }
  return { excerpts, totalHits }
}

function passageOf(sentences: readonly Segment[]): Passage {
  const passage = { start: sentences[0]?.start ?? 0, end: 0, text: '' }
  extend(passage, sentences)
  return passage
}

function extend(passage: Passage, sentences: readonly Segment[]): void {
  if (sentences.length === 0) return
  const text = sentences.map((sentence) => sentence.text).join(' ')
  passage.text = passage.text === '' ? text : `${passage.text} ${text}`
  passage.end = sentences.reduce((end, sentence) => Math.max(end, sentence.end), passage.end)
}

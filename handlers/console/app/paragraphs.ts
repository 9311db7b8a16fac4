import type { Schemas } from './api.js'

export type Sentence = Schemas['TranscriptSegmentOut'] & { index: number }

const PAUSE_SECONDS = 2
const LONGEST_SECONDS = 30
const LONGEST_UNTIMED = 800

/** Sentences up to a pause, or for half a minute. Without times they are cut by their length. */
export function paragraphsOf(segments: Schemas['TranscriptSegmentOut'][], isTimed: boolean): Sentence[][] {
  const paragraphs: Sentence[][] = []
  let letters = 0
  segments.forEach((segment, index) => {
    const current = paragraphs.at(-1)
    const before = current?.at(-1)
    const isOver = isTimed
      ? !before ||
        segment.start - before.end >= PAUSE_SECONDS ||
        segment.end - current![0]!.start > LONGEST_SECONDS
      : !before || letters + segment.text.length > LONGEST_UNTIMED
    if (isOver) {
      paragraphs.push([])
      letters = 0
    }
    paragraphs.at(-1)!.push({ ...segment, index })
    letters += segment.text.length
  })
  return paragraphs
}

/** The last sentence that begins at or before `seconds`; -1 before the first. */
export function sentenceAt(segments: readonly { start: number }[], seconds: number): number {
  let [low, high] = [0, segments.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (segments[middle]!.start <= seconds) low = middle + 1
    else high = middle
  }
  return low - 1
}

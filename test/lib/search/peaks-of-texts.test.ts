import { expect } from 'chai'
import fc from 'fast-check'
import { wordsOf } from '../../../lib/search/fold.js'
import {
  hashOf,
  LEAST_WEIGHT,
  LENGTH_SHARE,
  normOf,
  PARTS_AT_MOST,
  parsePeakTerm,
  peakPrefix,
  peaksOf,
  SATURATION,
  USUAL_LENGTH,
  wordCountsOf,
} from '../../../lib/search/peaks.js'

/** How often each word and phrase of up to three words is said, by its words. */
function plainCounts(text: string): Map<string, number> {
  const words = wordsOf(text)
  const counts = new Map<string, number>()
  for (let length = 1; length <= 3; length++) {
    for (let at = 0; at + length <= words.length; at++) {
      const said = words.slice(at, at + length).join(' ')
      counts.set(said, (counts.get(said) ?? 0) + 1)
    }
  }
  return counts
}

const isWord = (said: string) => !said.includes(' ')
const WORDS = ['a', 'the', 'solar', 'wind', 'naïve', '電', '2026', 'x'.repeat(40)]
const GAPS = [' ', ' ', ' ', ', ', '. ', '-', '\n']
const aText = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...GAPS)), { maxLength: 300 })
  .map((pieces) => pieces.map((piece) => piece.join('')).join(''))
/** So many words, each of them new. */
const newWords = (count: number) => Array.from({ length: count }, (_, number) => `w${number}`).join(' ')

describe('the words and phrases of a text', () => {
  it('have fewer peaks than can be parts of phrases, however long the text is', () => {
    // A text of n words, n growing without end: n / (LEAST_WEIGHT * normOf(n)).
    const mostPeaks = USUAL_LENGTH / (SATURATION * LENGTH_SHARE * LEAST_WEIGHT)
    expect(mostPeaks).to.be.below(PARTS_AT_MOST)
  })

  it('are counted as one by one', () => {
    fc.assert(
      fc.property(aText, (text) => {
        const said = [...plainCounts(text)].filter(([said, count]) => isWord(said) || count > 1)

        const { counts, length } = wordCountsOf(text)

        expect(length).to.equal(wordsOf(text).length)
        expect([...counts].sort()).to.deep.equal(
          said.map(([said, count]) => [hashOf(said.split(' ')), count]).sort(),
        )
      }),
    )
  })

  it('are peaks from the least weight on, with their counts', () => {
    fc.assert(
      fc.property(aText, (text) => {
        const norm = normOf(wordsOf(text).length, USUAL_LENGTH)
        const heavy = [...plainCounts(text)].filter(([, count]) => count / norm >= LEAST_WEIGHT)

        const terms = peaksOf(text).split(' ').filter(Boolean)

        const found = terms.map((term) => [term.slice(0, -2), parsePeakTerm(term).count])
        expect(found.sort()).to.deep.equal(
          heavy.map(([said, count]) => [peakPrefix(said.split(' ')), count]).sort(),
        )
      }),
    )
  })

  it('are peaks with their counts up to the largest that a term can hold', () => {
    const countIn = (count: number) => parsePeakTerm(peaksOf('wind '.repeat(count)).split(' ')[0]!).count

    expect(countIn(54_000)).to.equal(54_000)
    expect(countIn(56_000)).to.equal(undefined)
  })

  it('are counted in a text of more different words than can be parts of phrases', () => {
    const text = `${newWords(20_000)} ${newWords(20_000)} wind farm wind farm wind farm`

    const { counts, length } = wordCountsOf(text)

    expect(length).to.equal(40_006)
    for (const [said, count] of [
      ['w0', 2],
      ['w19999', 2],
      ['wind', 3],
      ['wind farm', 3],
      ['farm wind farm', 2],
    ] as const) {
      expect(counts.get(hashOf(said.split(' '))), said).to.equal(count)
    }
  })
})

import { expect } from 'chai'
import { foldName, tokensOf } from '../../../lib/search/fold.js'
import { findAsWritten, prepareTerm, prepareText } from '../../../lib/text/as-written.js'
import { withoutLongMarkRuns } from '../../../lib/text/mark-runs.js'
import { plainText } from '../../../lib/text/plain.js'
import { cleanText } from '../../../lib/transcripts/clean-text.js'
import { fill, HALF_WIDTH_MARKS, MARKS } from '../../support/hostile-texts.js'

/** Normalising as many at once takes minutes. */
const MANY = 900_000

describe('runs of combining marks', () => {
  it('runs of combining marks are cut after thirty', () => {
    const run = fill(MARKS, 60)

    expect(withoutLongMarkRuns(`xa${run}b${run.slice(0, 30)}c`)).to.equal(
      `xa${run.slice(0, 30)}b${run.slice(0, 30)}c`,
    )
    expect(withoutLongMarkRuns(`${'\u{1d165}'.repeat(40)}x`)).to.equal(`${'\u{1d165}'.repeat(30)}x`)
  })

  it('combining marks of real languages stay', () => {
    const texts = ['Việt Nam', 'नमस्ते दुनिया', 'ภาษาไทย', 'שָׁלוֹם', '👩‍👧‍👦 and 👍🏽', `x̂̂̂${' a'.repeat(50)}`]

    for (const text of texts) expect(withoutLongMarkRuns(text.repeat(20))).to.equal(text.repeat(20))
  })

  it('long runs of combining marks do not slow down import, indexing or search', () => {
    const between = [
      MARKS,
      HALF_WIDTH_MARKS,
      `\u0f71\u0f72\u0f74${fill('\u0f72\u0f71', 26)}\u200d`,
      '\u0344\u0323',
    ]
    for (const marks of between) {
      const text = `before a${fill(marks, MANY)} after`

      expect(cleanText(text)).to.match(/^before .* after$/)
      expect(plainText(text)).to.match(/^before /)
      expect(tokensOf(text)).to.include.members(['before', 'after'])
      expect(foldName(text)).to.match(/^before .* after$/)
      const prepared = prepareText(text)
      const [place] = findAsWritten(prepared, prepareTerm('after'))
      expect(text.slice(prepared.original(place!.start))).to.equal('after')
    }
  })
})

import { expect } from 'chai'
import fc from 'fast-check'
import { excerptsOf, excerptsOfBeginning } from '../../../lib/search/excerpts.js'
import { parseQuery, termsOf } from '../../../lib/search/query.js'

const WORDS = ['solar', 'wind', 'Über', 'hydrogen’s', 'grid', '発電', 'and', 'well…', 'pump', 'naïve']
const speech = fc.array(fc.constantFrom(...WORDS), { minLength: 1000, maxLength: 3000, size: 'max' })
const queries = fc.constantFrom(
  'solar',
  'uber wind',
  '"wind grid"',
  'pump | 発電',
  '"naive solar pump"',
  'absent',
)

describe('the excerpts of a hit', () => {
  it('excerpts from the beginning of a text are those from the whole text, or undecided', () => {
    let decided = 0
    fc.assert(
      fc.property(speech, queries, fc.double({ min: 0.1, max: 0.9, noNaN: true }), (words, q, share) => {
        const text = Buffer.from(words.join(' '))
        const terms = termsOf(parseQuery(q))
        const cut = text.indexOf(' ', text.length * share)

        const excerpts = excerptsOfBeginning(text.subarray(0, cut), terms)

        if (excerpts) decided++
        expect(excerpts ?? excerptsOf(text, terms)).to.deep.equal(excerptsOf(text, terms))
      }),
    )
    expect(decided).to.be.above(0)
  })

  it('an excerpt shows a phrase at any position of a long text', () => {
    const terms = termsOf(parseQuery('"solar panels on barns"'))
    for (let before = 3800; before < 4400; before += 7) {
      const text = `${'word five '.repeat(before / 10)}Solar panels,\non barns. ${'word '.repeat(900)}`

      const excerpts = excerptsOf(Buffer.from(text), terms)

      expect(excerpts, `after ${before} characters`).to.have.length(1)
      expect(excerpts[0]).to.contain('Solar panels, on barns.')
    }
  })
})

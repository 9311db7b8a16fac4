import { expect } from 'chai'
import { isFollowed } from '../../../lib/feeds/read-feed.js'

const ADMITTED = Date.UTC(2026, 10, 21, 13, 30)

describe('items that are followed', () => {
  const cases: Array<[string, number | null, boolean, boolean]> = [
    ['an item of the admission day, before the hour of admission', Date.UTC(2026, 10, 21), true, true],
    ['an item of the day before', Date.UTC(2026, 10, 20, 23, 59, 59, 999), true, false],
    ['an item of the day before that appears later', Date.UTC(2026, 10, 20, 12), false, false],
    ['an item of a later day', Date.UTC(2026, 10, 25), false, true],
    ['an item dated in the future at admission', Date.UTC(2027, 0, 1), true, true],
    ['an undated item that was there at admission', null, true, false],
    ['an undated item that appears later', null, false, true],
  ]
  for (const [what, publishedAt, isAdmission, expected] of cases) {
    it(`following a feed ${expected ? 'includes' : 'leaves out'} ${what}`, () => {
      expect(isFollowed({ publishedAt }, ADMITTED, isAdmission)).to.equal(expected)
    })
  }
})

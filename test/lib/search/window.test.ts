import { expect } from 'chai'
import { searchWindow } from '../../../lib/search/window.js'

describe('the window of a search', () => {
  for (const [today, earliest] of [
    ['2026-11-20', '2025-05-20'],
    ['2026-08-31', '2025-02-28'],
    ['2025-08-30', '2024-02-29'],
    ['2025-08-28', '2024-02-28'],
    ['2026-12-31', '2025-06-30'],
    ['2026-01-31', '2024-07-31'],
    ['2024-02-29', '2022-08-29'],
  ] as const) {
    it(`the window reaches back to ${earliest} on ${today}`, () => {
      const window = searchWindow({}, Date.parse(`${today}T23:59:59.999Z`))

      expect(window.earliest).to.equal(earliest)
    })
  }
})

import { expect } from 'chai'
import { readDuration } from '../../../lib/feeds/durations.js'

describe('durations of feed items', () => {
  const cases: Array<[string, number | null]> = [
    ['1800', 1800],
    [' 1800 ', 1800],
    ['1800.7', 1800],
    ['05:07', 307],
    ['5:7', 307],
    ['90:00', 5400],
    ['1:02:03', 3723],
    ['01:02:03.250', 3723],
    ['1h 2m 3s', 3723],
    ['PT1H2M3S', 3723],
    ['45 min', 2700],
    ['0', null],
    ['0:00', null],
    ['00:00:00', null],
    ['0:67:16', 4036],
    ['00:04:60', 300],
    ['1:2:3:4', null],
    ['-5', null],
    ['an hour', null],
    ['', null],
    ['5400000', null],
    ['NaN', null],
  ]
  for (const [text, expected] of cases) {
    it(`the duration ${JSON.stringify(text)} is read as ${expected} seconds`, () =>
      expect(readDuration(text)).to.equal(expected))
  }

  it('a duration of more than a week is ignored', () => {
    expect(readDuration(`1h${' '.repeat(90)}5m`)).to.equal(3900)

    expect(readDuration(`1h${' '.repeat(100)}5m`)).to.equal(null)
  })
})

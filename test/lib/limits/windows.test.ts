import { expect } from 'chai'
import fc from 'fast-check'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../lib/clock.js'
import { clockWindow, monthWindow } from '../../../lib/limits/windows.js'

const at = (text: string): number => Date.parse(text)
const days = (window: { startAt: number; resetAt: number }): string =>
  [window.startAt, window.resetAt].map((instant) => new Date(instant).toISOString().slice(0, 10)).join(' ')

describe('limit windows', () => {
  const months: Array<[anchorDay: number, now: string, window: string]> = [
    [1, '2026-11-21T10:00:00Z', '2026-11-01 2026-12-01'],
    [21, '2026-11-21T00:00:00Z', '2026-11-21 2026-12-21'],
    [21, '2026-11-20T23:59:59.999Z', '2026-10-21 2026-11-21'],
    [31, '2026-11-29T12:00:00Z', '2026-10-31 2026-11-30'],
    [31, '2026-11-30T00:00:00Z', '2026-11-30 2026-12-31'],
    [31, '2026-02-27T00:00:00Z', '2026-01-31 2026-02-28'],
    [29, '2027-02-28T08:00:00Z', '2027-02-28 2027-03-29'],
    [29, '2028-02-28T08:00:00Z', '2028-01-29 2028-02-29'],
    [30, '2028-02-29T00:00:00Z', '2028-02-29 2028-03-30'],
    [15, '2027-01-01T00:00:00Z', '2026-12-15 2027-01-15'],
    [31, '2026-12-31T23:59:59Z', '2026-12-31 2027-01-31'],
  ]
  for (const [anchorDay, now, window] of months) {
    it(`anchored on day ${anchorDay}, the month of ${now} goes from ${window.replace(' ', ' to ')}`, () => {
      expect(days(monthWindow(anchorDay, at(now)))).to.equal(window)
    })
  }

  it('months follow each other without gap or overlap, whatever the anchor', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 0, max: 40_000 }), (anchorDay, day) => {
        const window = monthWindow(anchorDay, day * DAY_MS)
        const next = monthWindow(anchorDay, window.resetAt)
        expect(window.startAt).to.be.at.most(day * DAY_MS)
        expect(window.resetAt).to.be.above(day * DAY_MS)
        expect(next.startAt).to.equal(window.resetAt)
        expect(monthWindow(anchorDay, window.resetAt - 1)).to.deep.equal(window)
      }),
    )
  })

  it('minutes and hours are those of the calendar, in UTC', () => {
    const now = at('2026-11-21T10:59:59.999Z')

    expect(clockWindow(MINUTE_MS, now)).to.deep.equal({
      startAt: at('2026-11-21T10:59:00Z'),
      resetAt: at('2026-11-21T11:00:00Z'),
    })
    expect(clockWindow(HOUR_MS, now)).to.deep.equal({
      startAt: at('2026-11-21T10:00:00Z'),
      resetAt: at('2026-11-21T11:00:00Z'),
    })
  })
})

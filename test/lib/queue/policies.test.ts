import { expect } from 'chai'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../lib/clock.js'
import { nextTryAt, POLICIES, pauseMs } from '../../../lib/queue/policies.js'

const NOW = Date.parse('2026-11-20T12:00:00Z')

describe('the retry policy', () => {
  it('deliveries are retried after 5, 25, 125, 625, 3125, 15625 and 78125 seconds, and then never', () => {
    const at = (failures: number) => nextTryAt(POLICIES.deliver, { id: 7, now: NOW, failures, since: NOW })

    const expected = [5, 25, 125, 625, 3125, 15_625, 78_125].map((seconds) => NOW + seconds * SECOND_MS)
    expect([1, 2, 3, 4, 5, 6, 7, 8].map(at)).to.deep.equal([...expected, null])
  })

  it('polls double the pause from the shortest interval up to a day', () => {
    const pause = (failures: number) => pauseMs(POLICIES.poll, failures)

    expect([1, 2, 3, 7, 8, 5000].map(pause)).to.deep.equal([
      15 * MINUTE_MS,
      30 * MINUTE_MS,
      HOUR_MS,
      16 * HOUR_MS,
      DAY_MS,
      DAY_MS,
    ])
  })

  it('a policy with an age limit retries once more at that age, and then never', () => {
    const since = NOW
    const at = (now: number) => nextTryAt(POLICIES.fetch, { id: 7, now, failures: 20, since })

    expect(at(since + 6.9 * DAY_MS)).to.equal(since + 7 * DAY_MS)
    expect(at(since + 7 * DAY_MS)).to.equal(null)
  })

  it('jitter spreads the retries of different rows', () => {
    const at = (id: number) => nextTryAt(POLICIES.mail, { id, now: NOW, failures: 1, since: NOW })! - NOW
    const pauses = Array.from({ length: 200 }, (_, id) => at(id))

    expect(Math.min(...pauses)).to.be.within(15_000, 15_100)
    expect(Math.max(...pauses)).to.be.within(16_400, 16_500)
    expect(at(7)).to.equal(at(7))
  })
})

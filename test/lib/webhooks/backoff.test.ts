import { expect } from 'chai'
import { MAX_ATTEMPTS, retryDelayMs } from '../../../lib/webhooks/backoff.js'

describe('the pauses between attempts', () => {
  it('are 5, 25, 125, 625, 3125, 15625 and 78125 seconds, and then there is no further attempt', () => {
    const delays = Array.from({ length: MAX_ATTEMPTS }, (_, index) => retryDelayMs(index + 1))

    const expected = [5, 25, 125, 625, 3125, 15_625, 78_125].map((seconds) => seconds * 1000)
    expect(delays).to.deep.equal([...expected, undefined])
  })
})

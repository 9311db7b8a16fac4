import { expect } from 'chai'
import { History } from '../../../lib/transcribe/embedded/utterances.js'

describe('the sound of the last minutes', () => {
  const RING = 1_000

  /** Each sample is its own place. */
  function heard(samples: number, step: number): History {
    const history = new History(RING)
    for (let at = 0; at < samples; at += step) {
      const count = Math.min(step, samples - at)
      history.push(Float32Array.from({ length: count }, (_, index) => at + index))
    }
    return history
  }

  it('recent sound is found by its position, also across the end of the buffer', () => {
    const history = heard(3_400, 170)

    for (const [start, end] of [
      [2_400, 3_400],
      [2_950, 3_050],
      [3_000, 3_001],
      [3_399, 3_400],
    ] as const) {
      const expected = Array.from({ length: end - start }, (_, index) => start + index)
      expect([...history.slice(start, end)], `${start}`).to.deep.equal(expected)
    }
  })

  it('recent sound is returned as far as it is stored', () => {
    const history = heard(1_500, 500)

    expect([...history.slice(0, 503)]).to.deep.equal([500, 501, 502])
    expect([...history.slice(1_498, 9_999)]).to.deep.equal([1_498, 1_499])
    expect(history.slice(2_000, 3_000)).to.have.length(0)
  })

  it('returned sound does not change later', () => {
    const history = heard(1_000, 500)
    const before = history.slice(0, 10)

    history.push(new Float32Array(500).fill(-1))

    expect([...before]).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })
})

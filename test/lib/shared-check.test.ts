import { expect } from 'chai'
import { sharedCheck } from '../../lib/clock.js'
import { TestClock } from '../support/clock.js'

describe('a shared check', () => {
  it('a check that is under way is not begun again', async () => {
    let begun = 0
    let finish = () => {}
    const check = sharedCheck(async () => {
      begun += 1
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      return begun
    })

    const both = Promise.all([check(), check()])
    finish()

    expect(await both).to.deep.equal([1, 1])
    const third = check()
    finish()
    expect(await third).to.equal(2)
  })

  it('a success is valid until its time is over, also by a clock that was set back', async () => {
    const clock = new TestClock('2026-11-20T12:00:00.000Z')
    let calls = 0
    const check = sharedCheck(async () => ++calls, 1000, clock)

    expect([await check(), await check()]).to.deep.equal([1, 1])
    clock.advance(1000)
    expect(await check()).to.equal(2)
    clock.advance(-1000)
    expect(await check()).to.equal(3)
  })

  it('a failure is not remembered', async () => {
    const outcomes = [async () => Promise.reject(new Error('away')), async () => 'whole']
    const check = sharedCheck(() => outcomes.shift()!(), 1000)

    expect(await check().catch((error: Error) => error.message)).to.equal('away')
    expect(await check()).to.equal('whole')
  })
})

import { expect } from 'chai'
import { LEASE_MS, LeaseKeeper } from '../../../lib/queue/lease-keeper.js'
import { until } from '../../support/until.js'

describe('leases of long work', () => {
  const clock = { now: () => 1_000_000 }

  /** What was extended, oldest first. */
  function aKeeper(fail = false) {
    const extended: Array<{ ids: readonly number[]; until: number }> = []
    const extend = async (ids: readonly number[], until: number) => {
      extended.push({ ids, until })
      if (fail) throw new Error('database is locked')
    }
    return { extended, keeper: new LeaseKeeper(clock, extend, 1) }
  }

  it('leases are extended together while the work is running, and not afterwards', async () => {
    const { extended, keeper } = aKeeper()
    let finish = () => {}
    const first = keeper.during(1, () => new Promise<void>((resolve) => (finish = resolve)))
    const second = keeper.during(2, () => until(() => extended.some(({ ids }) => ids.length === 2)))

    await second
    const seen = extended.length
    await until(() => extended.length > seen)
    finish()
    await first

    expect(extended[0]).to.deep.equal({ ids: [1, 2], until: clock.now() + LEASE_MS })
    expect(extended.at(-1)!.ids).to.deep.equal([1])
    const atEnd = extended.length
    await keeper.during(3, () => until(() => extended.length > atEnd))
    expect(extended[atEnd]!.ids).to.deep.equal([3])
  })

  it('a lease that cannot be extended does not change the result of the work', async () => {
    const { extended, keeper } = aKeeper(true)

    const answer = await keeper.during(1, async () => {
      await until(() => extended.length > 1)
      return 'done'
    })
    const failure = await keeper.during(1, () => Promise.reject(new Error('no'))).catch((error) => error)

    expect(answer).to.equal('done')
    expect(failure.message).to.equal('no')
  })
})

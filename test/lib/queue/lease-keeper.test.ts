import { expect } from 'chai'
import { LEASE_MS, LeaseKeeper } from '../../../lib/queue/lease-keeper.js'
import type { Lease } from '../../../lib/queue/queue.js'
import { until } from '../../support/until.js'

describe('leases of long work', () => {
  const clock = { now: () => 1_000_000 }

  /** What was extended, oldest first. */
  function aKeeper(fail = false) {
    const extended: Array<{ leases: readonly Lease[]; until: number }> = []
    const extend = async (leases: readonly Lease[], until: number) => {
      extended.push({ leases, until })
      if (fail) throw new Error('database is locked')
    }
    return { extended, keeper: new LeaseKeeper(clock, extend, 1) }
  }

  // The last two are leases of one row, one after the other.
  const [one, two, again] = [
    { id: 1, leasedUntil: 10 },
    { id: 2, leasedUntil: 10 },
    { id: 2, leasedUntil: 20 },
  ] as const

  it('leases are extended together while the work is running, and not afterwards', async () => {
    const { extended, keeper } = aKeeper()
    let finish = () => {}
    const first = keeper.during(one, () => new Promise<void>((resolve) => (finish = resolve)))
    const second = keeper.during(two, () => until(() => extended.some(({ leases }) => leases.length === 2)))

    await second
    const seen = extended.length
    await until(() => extended.length > seen)
    finish()
    await first

    expect(extended[0]).to.deep.equal({ leases: [one, two], until: clock.now() + LEASE_MS })
    expect(extended.at(-1)!.leases).to.deep.equal([one])
    const atEnd = extended.length
    await keeper.during(two, () => until(() => extended.length > atEnd))
    expect(extended[atEnd]!.leases).to.deep.equal([two])
  })

  it('a second lease of a row is extended after the work under the first has ended', async () => {
    const { extended, keeper } = aKeeper()
    let finish = () => {}
    const first = keeper.during(two, () => new Promise<void>((resolve) => (finish = resolve)))
    const second = keeper.during(again, async () => {
      finish()
      await first
      const seen = extended.length
      await until(() => extended.length > seen)
    })

    await second

    expect(extended.at(-1)!.leases).to.deep.equal([again])
  })

  it('a lease that cannot be extended does not change the result of the work', async () => {
    const { extended, keeper } = aKeeper(true)

    const answer = await keeper.during(one, async () => {
      await until(() => extended.length > 1)
      return 'done'
    })
    const failure = await keeper.during(one, () => Promise.reject(new Error('no'))).catch((error) => error)

    expect(answer).to.equal('done')
    expect(failure.message).to.equal('no')
  })
})

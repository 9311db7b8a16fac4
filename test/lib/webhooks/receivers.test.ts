import { expect } from 'chai'
import { type Receiver, Receivers } from '../../../lib/webhooks/receivers.js'

const PER_INTERVAL = 8

describe('requests to receivers', () => {
  /** The promises after which more receivers may be contacted. */
  let intervals: Promise<void>[]
  let receivers: Receivers

  beforeEach(() => {
    intervals = []
    receivers = new Receivers((interval) => void intervals.push(interval))
  })

  const receiver = (id: number, host = `host-${id}`): Receiver =>
    receivers.remember({ id, url: `https://${host}/` })

  function proven(id: number, host?: string): Receiver {
    const one = receiver(id, host)
    one.update({ delivered: true, durationMs: 1 })
    return one
  }

  /** Acquires permits for receivers that hang, as fast as unproven ones may be contacted. */
  async function hang(
    count: number,
    { host, from = 1 }: { host?: string; from?: number } = {},
  ): Promise<Array<Array<() => void>>> {
    const taken: Array<Array<() => void>> = []
    for (let begun = 0; begun < count; begun++) {
      taken.push(receivers.acquirePermits(receiver(from + begun, host)))
      if (begun % PER_INTERVAL === PER_INTERVAL - 1) await Promise.all(intervals)
    }
    await Promise.all(intervals)
    return taken
  }

  it('a receiver gets one request at a time until it has accepted an event, then four, and one again after a failure', async () => {
    const one = receiver(1)

    const untried = receivers.acquirePermits(one)
    for (const release of untried) release()
    one.update({ delivered: true, durationMs: 1 })
    const afterSuccess = receivers.acquirePermits(one)
    for (const release of afterSuccess) release()
    one.update({ delivered: false, durationMs: 1 })
    const afterFailure = receivers.acquirePermits(one)

    expect([untried, afterSuccess, afterFailure].map(({ length }) => length)).to.deep.equal([1, 4, 1])
    await Promise.all(intervals)
  })

  it('the ten thousand receivers that had deliveries last are remembered, and all that are busy', () => {
    const [forgotten, busy, used] = [proven(1), proven(2), proven(3)]
    receivers.acquirePermits(busy)
    for (let id = 4; id <= 10_000; id++) receiver(id)
    receiver(3)

    receiver(10_001)

    expect(receiver(3)).to.equal(used)
    expect(receiver(2)).to.equal(busy)
    expect(receiver(1)).to.not.equal(forgotten)
    expect(receiver(1).state).to.equal('untried')
  })

  it('receivers that respond get requests, however many others hang', async () => {
    await hang(250)

    const unproven = receivers.acquirePermits(receiver(1000))

    expect(unproven).to.have.length(0)
    expect(receivers.acquirePermits(proven(1001))).to.have.length(4)
    expect(receivers.isFull).to.equal(false)
  })

  it('receivers of other hosts get requests, however many receivers of one host hang', async () => {
    await hang(100, { host: 'shared' })

    const ofHost = receivers.acquirePermits(receiver(1000, 'shared'))
    const ofOther = receivers.acquirePermits(receiver(1001, 'other'))

    expect([ofHost.length, ofOther.length]).to.deep.equal([0, 1])
    await Promise.all(intervals)
  })

  it('each receiver gets one request while much of the capacity of its host, or of the total, is used', () => {
    for (let id = 1; id <= 20; id++) receivers.acquirePermits(proven(id, 'shared'))
    for (let id = 21; id <= 50; id++) receivers.acquirePermits(proven(id, 'other'))
    for (let id = 51; id <= 120; id++) receivers.acquirePermits(proven(id))

    const counts = [
      receivers.acquirePermits(proven(200, 'shared')),
      receivers.acquirePermits(proven(201, 'other')),
      receivers.acquirePermits(proven(202)),
    ]

    expect(counts.map(({ length }) => length)).to.deep.equal([1, 1, 1])
  })

  it('requests release their permits, even if the receiver has become proven meanwhile', async () => {
    for (const [index, taken] of (await hang(192)).entries()) {
      receiver(index + 1).update({ delivered: true, durationMs: 1 })
      for (const release of taken) release()
    }

    const next = await hang(192, { from: 1000 })

    expect(next.flat()).to.have.length(192)
    expect(receivers.acquirePermits(receiver(2000))).to.have.length(0)
  })

  it('eight untried and two failing receivers are contacted at a time', async () => {
    const failing = Array.from({ length: 20 }, (_, index) => receiver(index))
    for (const one of failing) one.update({ delivered: false, durationMs: 1 })
    const untried = Array.from({ length: 20 }, (_, index) => receiver(100 + index))

    const begun = (some: Receiver[]) => some.filter((one) => receivers.acquirePermits(one).length > 0).length
    const first = [begun(failing), begun(untried)]
    await Promise.all(intervals)

    expect(first).to.deep.equal([2, 8])
    expect([begun(failing), begun(untried)]).to.deep.equal([2, 8])
    await Promise.all(intervals)
  })
})

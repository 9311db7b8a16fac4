import { expect } from 'chai'
import { Lanes } from '../../../lib/webhooks/lanes.js'

const lane = (webhookId: number, host = `host-${webhookId}`) => ({ webhookId, host })

/** Takes all that is free for a receiver. */
const fill = (lanes: Lanes, one: ReturnType<typeof lane>) => lanes.take(one, lanes.free(one))

describe('the lanes of the sender', () => {
  it('give a receiver one until it has answered well, then four, and one again after a failure', () => {
    const lanes = new Lanes()

    const before = lanes.free(lane(1))
    lanes.note(1, true)
    const proven = lanes.free(lane(1))
    lanes.note(1, false)

    expect([before, proven, lanes.free(lane(1))]).to.deep.equal([1, 4, 1])
  })

  it('are free again when they are given back', () => {
    const lanes = new Lanes()
    const taken = fill(lanes, lane(1))

    const whileTaken = lanes.free(lane(1))
    for (const giveBack of taken) giveBack()

    expect([whileTaken, lanes.free(lane(1)), lanes.inUse]).to.deep.equal([0, 1, 0])
  })

  it('stay free for receivers that answer, however many others hang', () => {
    const lanes = new Lanes()
    for (let id = 1; id <= 1000; id += 1) fill(lanes, lane(id))

    const unproven = lanes.free(lane(2000))
    lanes.note(2001, true)

    expect([unproven, lanes.free(lane(2001)), lanes.full]).to.deep.equal([0, 4, false])
  })

  it('stay free for other hosts, however many receivers of one host hang', () => {
    const lanes = new Lanes()
    for (let id = 1; id <= 1000; id += 1) fill(lanes, lane(id, 'shared'))

    expect([lanes.free(lane(2000, 'shared')), lanes.free(lane(2001, 'other'))]).to.deep.equal([0, 1])
  })

  it('are one each where much hangs already, so that there is one for the next', () => {
    const lanes = new Lanes()
    for (let id = 1; id <= 20; id += 1) {
      lanes.note(id, true)
      fill(lanes, lane(id, 'shared'))
    }
    for (let id = 21; id <= 50; id += 1) {
      lanes.note(id, true)
      fill(lanes, lane(id, 'other'))
    }
    for (let id = 51; id <= 120; id += 1) {
      lanes.note(id, true)
      fill(lanes, lane(id))
    }
    lanes.note(200, true)

    expect([
      lanes.free(lane(200, 'shared')),
      lanes.free(lane(200, 'other')),
      lanes.free(lane(200)),
    ]).to.deep.equal([1, 1, 1])
  })

  it('are counted back the way they were taken, whatever was learnt in between', () => {
    const lanes = new Lanes()
    const taken = fill(lanes, lane(1))
    lanes.note(1, true)
    for (const giveBack of taken) giveBack()
    for (let id = 2; id <= 1000; id += 1) fill(lanes, lane(id))

    expect(lanes.inUse).to.equal(192)
  })
})

import { expect } from 'chai'
import { BadKeyBrake } from '../../../lib/accounts/bad-key-brake.js'
import { MINUTE_MS } from '../../../lib/clock.js'

const NOW = Date.UTC(2026, 10, 21, 4, 0, 30)
const NEXT_MINUTE = Date.UTC(2026, 10, 21, 4, 1)

/** Whether each of `count` bad keys in a row is refused for their number. */
const tries = (brake: BadKeyBrake, count: number, address: (index: number) => string, now = NOW) =>
  Array.from({ length: count }, (_, index) => brake.count(address(index), now))

describe('the brake on bad keys', () => {
  it('an address may try 60 bad keys a minute', () => {
    const brake = new BadKeyBrake()

    expect(tries(brake, 60, () => '192.0.2.1')).to.deep.equal(Array(60).fill(undefined))
    expect(brake.count('192.0.2.1', NOW)).to.equal(NEXT_MINUTE)
    expect(brake.count('192.0.2.2', NOW)).to.equal(undefined)
    expect(brake.count('192.0.2.1', NOW + MINUTE_MS)).to.equal(undefined)
  })

  it('too many addresses are counted as one', () => {
    const brake = new BadKeyBrake()
    tries(brake, 50_000, (index) => `2001:db8::${index.toString(16)}`)

    const late = tries(brake, 61, (index) => `2001:db8:1::${index.toString(16)}`)

    expect(late.slice(0, 60)).to.deep.equal(Array(60).fill(undefined))
    expect(late[60]).to.equal(NEXT_MINUTE)
    expect(brake.count('2001:db8::1', NOW)).to.equal(undefined)
  })
})

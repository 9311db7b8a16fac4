import { expect } from 'chai'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/clock.js'
import { followClock } from '../../lib/jobs/follow-clock.js'
import { runJobs } from '../../lib/jobs/runner.js'
import { isClockTrusted } from '../../lib/jobs/slots.js'
import { currentApp, useApp } from '../support/app.js'
import { until } from '../support/until.js'
import { aDelivery, aWebhook, deliveriesOf } from '../support/webhooks.js'

describe('the system clock', () => {
  useApp({ network: { resolve: async () => [{ address: '93.184.216.34', family: 4 }] } })
  const never = new AbortController().signal

  /** A delivery that waits for its next attempt. */
  async function aRetryIn(pauseMs: number) {
    const { db, clock } = currentApp()
    const webhook = await aWebhook({ url: 'https://example.org/' })
    await aDelivery(webhook)
    const at = clock.now() + pauseMs
    await db.run('UPDATE deliveries SET next_attempt_at = :at, due_at = :at', { at })
    await db.run('UPDATE webhooks SET next_due_at = :at', { at })
    return async () => Date.parse((await deliveriesOf(webhook))[0].next_attempt_at) - clock.now()
  }

  it('a clock that is set back by an hour moves due times back too', async () => {
    const { clock, services } = currentApp()
    const left = await aRetryIn(25 * MINUTE_MS)
    const job = followClock(services)
    await job.run(never)

    clock.advance(-HOUR_MS)
    await job.run(never)

    // The real time that has passed meanwhile counts too.
    expect(await left()).to.be.within(24 * MINUTE_MS, 25 * MINUTE_MS)
  })

  it('a clock that is set back by a second moves no due time', async () => {
    const { clock, services } = currentApp()
    const left = await aRetryIn(25 * MINUTE_MS)
    const job = followClock(services)
    await job.run(never)

    clock.advance(-1000)
    await job.run(never)

    expect(await left()).to.equal(25 * MINUTE_MS + 1000)
  })

  it('a clock that was set back before the start makes rows due that are later than any pause', async () => {
    const { services } = currentApp()
    const left = await aRetryIn(300 * DAY_MS)

    await followClock(services).run(never)

    expect(await left()).to.equal(0)
  })

  it('a change of the clock does not affect schedules', async () => {
    const { clock, services } = currentApp()
    let passes = 0
    const job = { name: 'test', schedule: 10, run: async () => ({ passes: ++passes }) }
    const stop = runJobs([job], services.signals, services.logger)
    await until(() => passes > 0)

    clock.advance(-HOUR_MS)
    const before = passes
    await until(() => passes > before + 3)
    await stop()

    expect(passes).to.be.greaterThan(before + 3)
  })

  it('the nightly prune trusts a clock that jumped ahead only after a day', async () => {
    const { db, clock } = currentApp()
    const nights: boolean[] = []
    const night = async (after: number) => {
      clock.advance(after)
      nights.push(await isClockTrusted(db, clock.now()))
    }

    await night(0)
    await night(DAY_MS)
    await night(DAY_MS)
    await night(3650 * DAY_MS)
    await night(DAY_MS)
    await night(-3650 * DAY_MS)
    await night(DAY_MS)

    expect(nights).to.deep.equal([false, true, true, false, true, false, true])
  })
})

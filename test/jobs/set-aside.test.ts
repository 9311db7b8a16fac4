import { expect } from 'chai'
import { HOUR_MS } from '../../lib/clock.js'
import { retrySetAside } from '../../lib/jobs/jobs.js'
import { listSetAside, overviewOf } from '../../lib/queue/overview.js'
import { POLICIES } from '../../lib/queue/policies.js'
import { anAlert, anEpisodeSaying, matchesOf } from '../support/alerts.js'
import { currentApp, useApp } from '../support/app.js'
import { anApi } from '../support/factories.js'
import { runJob } from '../support/jobs.js'

describe('work that always fails', () => {
  useApp({ environment: { OVERHEARD_PLAN_ALERTS: 'pro=1000' } })

  it('work that always fails is retried at growing intervals, then set aside with its reason, and done after a repair and a retry', async () => {
    const { db, clock } = currentApp()
    const api = await anApi()
    const alert = await anAlert(api, { keywords: ['zeppelin'] })
    const { id, uuid } = await anEpisodeSaying('A zeppelin.')
    const whole = await db.get<{ text: Buffer; encoding: number }>(
      'SELECT text, encoding FROM transcripts WHERE episode_id = :id',
      { id },
    )
    const write = (text: Buffer, encoding: number) =>
      db.run('UPDATE transcripts SET text = :text, encoding = :encoding WHERE episode_id = :id', {
        id,
        text,
        encoding,
      })
    await write(Buffer.from([0, 255, 0]), 1)
    const { tries } = POLICIES.match.givesUpAfter

    let failed = 0
    for (let hour = 0; hour < 2 * tries; hour++) {
      failed += (await runJob('match')).failed!
      failed += (await runJob('match')).failed!
      clock.advance(1.1 * HOUR_MS)
    }
    const steps = await overviewOf(db, clock.now())
    const given = await listSetAside(db)
    await write(whole!.text, whole!.encoding)
    const lease = { step: 'match', now: clock.now() } as const
    const isRequeued = await retrySetAside(db, { ...lease, id: uuid })
    const again = await retrySetAside(db, { ...lease, id: uuid })
    await runJob('match')

    expect(failed).to.equal(tries)
    expect(steps.find(({ step }) => step === 'match')).to.deep.equal({
      step: 'match',
      due: 0,
      running: 0,
      waiting: 0,
      setAside: 1,
      oldestAt: null,
    })
    expect(given.map(({ step, id }) => [step, id])).to.deep.equal([['match', uuid]])
    expect(given[0]!.error).to.not.equal('')
    expect([isRequeued, again]).to.deep.equal([true, false])
    expect(await matchesOf(api, alert)).to.have.length(1)
    expect(await listSetAside(db)).to.deep.equal([])
  })
})

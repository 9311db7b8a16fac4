import { expect } from 'chai'
import { MINUTE_MS } from '../../lib/clock.js'
import { ANNOUNCEMENTS } from '../../lib/db/migrations/008-announcements.js'
import { connect } from '../../lib/db/open.js'
import { SIGNALS } from '../../lib/jobs/signals.js'
import { claimSlot } from '../../lib/jobs/slots.js'
import { startJobs } from '../../lib/jobs/start.js'
import { currentApp, useApp } from '../support/app.js'
import { anEpisode } from '../support/catalogue.js'
import { describeOnPostgres } from '../support/engine.js'
import { until } from '../support/until.js'

describe('workers of one database', () => {
  useApp()

  it('two workers run a scheduled pass once', async () => {
    const { db, clock, services } = currentApp()
    const other = connect(services.config.database)
    const now = clock.now()

    const first = await Promise.all([claimSlot(db, 'digest', now), claimSlot(other, 'digest', now + 3)])
    const next = await claimSlot(other, 'digest', now + MINUTE_MS)
    const late = await claimSlot(db, 'digest', now + MINUTE_MS + 900)
    await other.close()

    expect(first.filter(Boolean)).to.have.length(1)
    expect([next, late]).to.deep.equal([true, false])
  })

  it('a worker is woken when another process makes work due', async () => {
    const { clock, services } = currentApp()
    const stop = startJobs(services)
    let heard = 0
    services.signals.on('transcript', () => heard++)
    const other = connect(services.config.database)
    // Whoever begins to listen looks around once, since anything may have been missed.
    if (other.engine === 'postgres') await until(() => heard > 0)
    const before = heard

    await anEpisode({ says: 'A zeppelin came by.' }, { db: other, now: clock.now() })

    await until(() => heard > before)
    await other.close()
    await stop()
  })
})

describeOnPostgres('workers of one PostgreSQL database', () => {
  useApp()

  it('a word that no job waits for wakes none, such as the one that a new feed announces', async () => {
    const { db, services } = currentApp()
    const heard: string[] = []
    for (const signal of SIGNALS) services.signals.on(signal, () => heard.push(signal))
    const stop = startJobs(services)
    try {
      await until(() => SIGNALS.every((signal) => heard.includes(signal)))
      heard.length = 0

      for (const word of ['feed', 'mail'])
        await db.get('SELECT pg_notify(:channel, :word) AS sent', { channel: ANNOUNCEMENTS, word })

      await until(() => heard.includes('mail'))
      expect(heard).to.deep.equal(['mail'])
    } finally {
      await stop()
    }
  })
})

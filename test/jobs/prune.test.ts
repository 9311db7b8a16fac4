import { expect } from 'chai'
import { DAY_MS } from '../../lib/clock.js'
import { currentApp, useApp } from '../support/app.js'
import { anEpisode } from '../support/catalogue.js'
import { describeOnSqlite } from '../support/engine.js'
import { runJob } from '../support/jobs.js'

const COUNTERS = 1200

describe('pruning', () => {
  useApp()

  beforeEach(async () => {
    const { db, clock } = currentApp()
    await db.run('DELETE FROM usage_counters')
    for (let n = 0; n < COUNTERS; n++) {
      await db.run(
        `INSERT INTO usage_counters (scope, subject_id, window_start, used) VALUES ('per_minute', 1, :at, 1)`,
        { at: clock.now() - 200 * DAY_MS + n },
      )
    }
  })
  const left = async () =>
    (await currentApp().db.get<{ count: number }>('SELECT count(*) AS count FROM usage_counters'))!.count

  it('pruning deletes any number of old counters', async () => {
    expect(await runJob('prune')).to.include({ counters: COUNTERS })
    expect(await left()).to.equal(0)
  })

  it('pruning starts nothing new after an abort', async () => {
    const abort = new AbortController()
    abort.abort()

    expect(await runJob('prune', abort.signal)).to.deep.equal({})
    expect(await left()).to.equal(COUNTERS)
  })

  it('pruning goes on with the other kinds when one fails, and then reports the failure', async () => {
    const { db } = currentApp()
    await db.run('ALTER TABLE mails RENAME TO hidden_mails')

    const failure = await runJob('prune').catch((error: Error) => error)
    await db.run('ALTER TABLE hidden_mails RENAME TO mails')

    expect(failure).to.be.instanceOf(Error)
    expect(await left()).to.equal(0)
  })
})

describeOnSqlite('pruning a database of an older version', () => {
  useApp()

  it('pruning a database of an older version adds the peaks of transcripts that have none', async () => {
    const { db } = currentApp()
    const count = async () =>
      (await db.get<{ count: number }>('SELECT count(*) AS count FROM transcript_peaks_docsize'))!.count
    for (let number = 0; number < 12; number++) await anEpisode({ says: 'solar panels on a barn' })
    await db.run('DELETE FROM transcript_peaks')
    await db.run("INSERT INTO settings (name, value) VALUES ('peaks_missing', '1')")

    expect(await runJob('prune')).to.include({ completed_transcripts: 12 })
    expect(await count()).to.equal(12)
    expect(await db.get("SELECT 1 FROM settings WHERE name = 'peaks_missing'")).to.equal(undefined)
  })
})

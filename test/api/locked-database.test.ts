import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect } from 'chai'
import type { Api } from '../support/api.js'
import { currentApp, useApp } from '../support/app.js'
import { anEpisode, aPodcast } from '../support/catalogue.js'
import { describeOnSqlite } from '../support/engine.js'
import { anApi, aTeam } from '../support/factories.js'
import { until } from '../support/until.js'

function begins(lock: Database.Database): boolean {
  try {
    lock.exec('BEGIN IMMEDIATE')
    return true
  } catch (error) {
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return false
    throw error
  }
}

describeOnSqlite('while another process holds the database', () => {
  useApp({ lockTimeoutMs: 250 })
  let api: Api
  let account: number
  let lock: Database.Database

  const countedRequests = () =>
    currentApp().db.get<{ used: number }>(
      "SELECT used FROM usage_counters WHERE scope = 'per_month' AND subject_id = :account",
      { account },
    )

  before(async () => {
    const team = await aTeam()
    account = team.account.id
    api = await anApi({ team })
    const podcast = await aPodcast({ title: 'The locked room' })
    await anEpisode({ podcast, says: 'Nobody could have entered the locked room.' })
    await api.get('/me')
    // Without a time to wait: the service is in this process, and must go on to finish what it is storing.
    lock = new Database(join(currentApp().folder, 'test.db'), { timeout: 0 })
    await until(() => begins(lock))
  })

  after(() => lock.close())

  it('reads work while the database is locked, writes answer 503 storage_unavailable and recover afterwards', async () => {
    const stored = api.call('createAlert', { body: { name: 'x', keywords: ['room'] } })
    const reads = [
      await api.call('getIdentity'),
      await api.call('listAlerts'),
      await api.call('searchPodcasts', { query: { q: 'locked' } }),
      await api.call('searchEpisodes', { query: { q: 'room', scope: 'transcript' } }),
    ]

    expect(reads.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200])
    const refused = await stored
    expect(refused.status).to.equal(503)
    expect(refused.body.error.code).to.equal('storage_unavailable')
    expect(refused.headers.get('retry-after')).to.equal('5')
    expect(Number(reads[3]!.headers.get('x-ratelimit-remaining-month'))).to.be.below(90_000 - 5)

    lock.exec('ROLLBACK')
    const again = await api.call('createAlert', { body: { name: 'x', keywords: ['room'] } })
    expect(again.status).to.equal(201)
    await currentApp().services.limits.flush()
    expect(await countedRequests()).to.deep.equal({ used: 7 })
  })
})

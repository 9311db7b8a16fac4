import { expect } from 'chai'
import type { Api } from '../support/api.js'
import { currentApp, useApp } from '../support/app.js'
import { anEpisode } from '../support/catalogue.js'
import { describeOnPostgres, sendAway } from '../support/engine.js'
import { anApi } from '../support/factories.js'
import { until } from '../support/until.js'

describeOnPostgres('while PostgreSQL is away', () => {
  useApp()
  let api: Api

  /** Without a look at the limits: whose key it is cannot be known while the database is away. */
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${api.url}/api/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
    })

  before(async () => {
    api = await anApi()
    await anEpisode({ title: 'Back again', says: 'The lighthouse was dark.' })
  })

  it('requests answer 503 with Retry-After while PostgreSQL is away, and recover afterwards', async () => {
    const alert = { name: 'x', keywords: ['lighthouse'] }
    const sought = { q: 'lighthouse', scope: 'transcript' }
    expect((await api.call('searchEpisodes', { query: sought })).status).to.equal(200)

    const comeBack = await sendAway(currentApp().services.config.database)
    const refused = [
      await ask('/alerts', { method: 'POST', body: JSON.stringify(alert) }),
      await ask(`/episodes/search?${new URLSearchParams(sought)}`),
      await ask('/me'),
    ]
    await comeBack()

    for (const response of refused) {
      expect(response.status).to.equal(503)
      expect(response.headers.get('retry-after')).to.equal('5')
      expect(await response.json()).to.have.nested.property('error.code', 'storage_unavailable')
    }
    await until(async () => (await api.call('searchEpisodes', { query: sought })).status === 200)
    expect((await api.call('createAlert', { body: alert })).status).to.equal(201)
  })
})

import { expect } from 'chai'
import type { Api } from '../support/api.js'
import { currentApp, useApp } from '../support/app.js'
import { anEpisode } from '../support/catalogue.js'
import { describeOnCitus, sendNodeAway } from '../support/citus.js'
import { anApi } from '../support/factories.js'
import { until } from '../support/until.js'

describeOnCitus('while a node of Citus is away', () => {
  useApp()
  let api: Api

  before(async () => {
    api = await anApi()
  })

  it('a search of transcripts answers 503 while the node is away, everything else works, and the search recovers', async () => {
    const { uuid } = await anEpisode({ title: 'Back again', says: 'The lighthouse was dark.' })
    const sought = { q: 'lighthouse', scope: 'transcript' }
    expect((await api.call('searchEpisodes', { query: sought })).body.results).to.have.length(1)

    const comeBack = await sendNodeAway(new URL(currentApp().services.config.database).pathname.slice(1))
    const refused = await api.call('searchEpisodes', { query: sought })
    const metadata = await api.call('searchEpisodes', { query: { q: 'again', scope: 'metadata' } })
    const transcript = await api.call('readTranscript', { params: { episode_id: uuid } })
    const ready = await fetch(`${currentApp().url}/readyz`)
    const readiness = await ready.json()
    await comeBack()

    expect(refused.status, refused.text).to.equal(503)
    expect(refused.body.error.code).to.equal('search_unavailable')
    expect(metadata.body.results).to.have.length(1)
    expect(transcript.status).to.equal(200)
    expect([ready.status, readiness]).to.deep.equal([200, { status: 'ok', degraded: ['search'] }])
    await until(async () => (await api.call('searchEpisodes', { query: sought })).body.results?.length === 1)
  })
})

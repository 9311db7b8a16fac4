import { expect } from 'chai'
import type { Handlers } from '../../handlers/operation.js'
import { AppError, unavailable } from '../../lib/errors.js'
import type { Api } from '../support/api.js'
import { currentApp, useApp } from '../support/app.js'
import { anApi } from '../support/factories.js'

const ID = '019a0c20-1b6e-7c40-8d31-0a9f4e7b2c55'

class DatabaseError extends Error {
  constructor(readonly code: string) {
    super(`the database says ${code}`)
  }
}

const failing = (error: unknown) => () => Promise.reject(error)

describe('errors in the service', () => {
  useApp({
    handlers: {
      getIdentity: failing(new Error('a secret of the inside')),
      listTeams: failing('not even an error'),
      getPodcast: failing(new AppError('podcast_not_found')),
      createWebhook: failing(
        new AppError('plan_limit_reached', { extra: { limit_key: 'webhooks', limit: 1 } }),
      ),
      createAlert: failing(new DatabaseError('SQLITE_BUSY')),
      deleteAlert: failing(new DatabaseError('SQLITE_FULL')),
      searchPodcasts: failing(unavailable('search_unavailable')),
    } as unknown as Handlers,
  })
  let api: Api

  before(async () => {
    api = await anApi()
  })

  it('the API answers a bug with a 500 without details, and logs it in full with the request id', async () => {
    const answer = await api.call('getIdentity')

    expect(answer.status).to.equal(500)
    expect(answer.body.error).to.have.all.keys('code', 'message')
    expect(answer.text).to.include('internal_error').and.not.include('secret')
    const logged = currentApp().log.at(-1)!
    expect(logged).to.include({ level: 50, requestId: answer.headers.get('x-request-id') })
    expect(JSON.stringify(logged)).to.include('a secret of the inside').and.include('faults.test')
  })

  it('the API answers 500 whatever type of value is thrown', async () => {
    expect((await api.call('listTeams')).status).to.equal(500)
  })

  it('the API answers a refusal with its code and extra fields', async () => {
    const missing = await api.call('getPodcast', { params: { podcast_id: ID } })
    const full = await api.call('createWebhook', { body: { url: 'https://example.org' } })

    expect(missing.body.error.code).to.equal('podcast_not_found')
    expect(full.body.error).to.include({ code: 'plan_limit_reached', limit_key: 'webhooks', limit: 1 })
  })

  it('the API answers 503 with Retry-After while the database is busy or full', async () => {
    const answers = [
      await api.call('createAlert', { body: { name: 'x', keywords: ['y'] } }),
      await api.call('deleteAlert', { params: { alert_id: ID } }),
    ]

    for (const answer of answers) {
      expect(answer.status).to.equal(503)
      expect(answer.body.error.code).to.equal('storage_unavailable')
      expect(answer.headers.get('retry-after')).to.equal('5')
    }
  })

  it('the API answers 503 with Retry-After while search is unavailable', async () => {
    const answer = await api.call('searchPodcasts', { query: { q: 'solar' } })

    expect(answer.status).to.equal(503)
    expect(answer.body.error.code).to.equal('search_unavailable')
    expect(answer.headers.get('retry-after')).to.equal('5')
  })
})

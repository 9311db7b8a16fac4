import { expect } from 'chai'
import { parse } from 'yaml'
import { currentApp, useApp } from '../support/app.js'
import { description } from '../support/described-operations.js'
import { holdWrites } from '../support/engine.js'
import { until } from '../support/until.js'

const open = (path: string, init?: RequestInit) => fetch(`${currentApp().url}${path}`, init)

describe('pages outside the API', () => {
  useApp({ environment: { OVERHEARD_BASE_URL: 'https://overheard.example/base/' } })

  it('the service has a home page for people, without scripts of other servers', async () => {
    const response = await open('/')

    expect(response.status).to.equal(200)
    expect(response.headers.get('content-type')).to.equal('text/html; charset=utf-8')
    expect(response.headers.get('x-content-type-options')).to.equal('nosniff')
    expect(response.headers.get('content-security-policy'))
      .to.include("default-src 'none'")
      .and.not.include('unsafe')
    const page = await response.text()
    expect(page).to.include('"https://overheard.example/base/api/v1/episodes/search?')
    expect(page).to.include('href="docs"').and.include('href="healthz"').and.not.include('<script')
  })

  it('/healthz and /readyz answer 200', async () => {
    // Search is ready when its threads have started.
    await until(async () => (await open('/readyz')).status === 200)
    for (const path of ['/healthz', '/readyz']) {
      const response = await open(path)

      expect(response.status).to.equal(200)
      expect(await response.json()).to.deep.equal({ status: 'ok' })
      expect(response.headers.get('x-request-id')).to.match(/^[0-9a-f-]{36}$/)
    }
  })

  it('the service serves its description without a key, with its own address', async () => {
    const response = await open('/api/v1/openapi.json')

    const published = (await response.json()) as typeof description
    expect(response.headers.get('access-control-allow-origin')).to.equal('*')
    expect(published.servers).to.deep.equal([
      { url: 'https://overheard.example/base/api/v1', description: 'This server' },
    ])
    expect({ ...published, servers: description.servers }).to.deep.equal(description)
    expect(published.info).to.include({ version: '1.0.0' })
  })

  it('the service serves the same description as YAML', async () => {
    const json = await (await open('/api/v1/openapi.json')).json()
    const response = await open('/api/v1/openapi.yaml')

    expect(response.headers.get('content-type')).to.include('yaml')
    expect(response.headers.get('access-control-allow-origin')).to.equal('*')
    expect(parse(await response.text())).to.deep.equal(json)
  })

  it('the service answers 304 if the caller already has the description', async () => {
    for (const path of ['/api/v1/openapi.json', '/api/v1/openapi.yaml']) {
      const etag = (await open(path)).headers.get('etag')!

      const response = await open(path, { headers: { 'if-none-match': etag } })

      expect(response.status).to.equal(304)
      expect(await response.text()).to.equal('')
    }
  })

  it('the service answers HEAD like GET, without the body', async () => {
    for (const path of ['/', '/healthz', '/api/v1/openapi.json']) {
      const response = await open(path, { method: 'HEAD' })

      expect(response.status).to.equal(200)
      expect(await response.text()).to.equal('')
    }
  })

  it('the service refuses unknown paths and other methods with the envelope', async () => {
    const unknown = await open('/nowhere')
    const posted = await open('/healthz', { method: 'POST' })
    const described = await open('/api/v1/openapi.json', { method: 'DELETE' })
    const odd = await open('/', { method: 'PROPFIND' })

    expect(unknown.status).to.equal(404)
    expect(await unknown.json()).to.have.nested.property('error.code', 'not_found')
    for (const answer of [posted, described, odd]) {
      expect(answer).to.include({ status: 405, statusText: 'Method Not Allowed' })
      expect(answer.headers.get('allow')).to.include('GET')
      expect(await answer.json()).to.have.nested.property('error.code', 'method_not_allowed')
    }
  })
})

describe('GET /readyz', () => {
  useApp({ lockTimeoutMs: 250 })

  async function readiness(): Promise<unknown> {
    const response = await open('/readyz')
    return [response.status, await response.json()]
  }

  it('GET /readyz names storage while writing fails, and recovers', async () => {
    const { clock, services } = currentApp()
    await until(async () => (await open('/readyz')).status === 200)
    const release = await holdWrites(services.config.database)
    clock.advance(5000)

    expect(await readiness()).to.deep.equal([503, { status: 'unavailable', failing: ['storage'] }])

    await release()
    expect(await readiness()).to.deep.equal([200, { status: 'ok' }])
  })

  it('GET /readyz names search when its index is damaged', async () => {
    const { db } = currentApp()
    await db.run('DROP TABLE transcript_index')

    expect(await readiness()).to.deep.equal([503, { status: 'unavailable', failing: ['search'] }])
  })
})

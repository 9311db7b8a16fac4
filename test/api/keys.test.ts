import { expect } from 'chai'
import { newApiKey } from '../../lib/accounts/api-key.js'
import { revokeKey } from '../../lib/accounts/key-store.js'
import { MINUTE_MS } from '../../lib/clock.js'
import { systemIds } from '../../lib/ids.js'
import { type Answer, Api } from '../support/api.js'
import { currentApp, useApp } from '../support/app.js'
import { aKey, aTeam } from '../support/factories.js'

const BAD_KEYS_A_MINUTE = 60

const withKey = (key: string) => new Api(currentApp().url, key)
const unknownKey = () => newApiKey(systemIds)

function expectRefused(answer: Answer): void {
  expect(answer.status).to.equal(401)
  expect(answer.body.error.code).to.equal('invalid_credentials')
  expect(answer.headers.get('www-authenticate')).to.equal('Bearer')
}

describe('API keys', () => {
  useApp()

  beforeEach(() => currentApp().clock.advance(MINUTE_MS))

  it('a request needs a key as a bearer token, and the scheme is case-insensitive', async () => {
    const { value } = await aKey()
    const api = new Api(currentApp().url)
    const good = [`Bearer ${value}`, `bearer ${value}`, `BEARER   ${value}`]
    const bad = [
      '',
      value,
      `Basic ${value}`,
      'Bearer',
      'Bearer ',
      `Bearer ${value}x`,
      `Bearer ${value} ${value}`,
      `Bearer "${value}"`,
    ]

    for (const authorization of good)
      expect((await api.with({ authorization }).get('/me')).status).to.equal(200)
    for (const authorization of bad) expectRefused(await api.with({ authorization }).get('/me'))
    expectRefused(await api.get('/me'))
  })

  it('a key outside the Authorization header is ignored', async () => {
    const { value } = await aKey()
    const api = new Api(currentApp().url)

    expectRefused(await api.get(`/me?key=${value}&access_token=${value}&authorization=Bearer%20${value}`))
    expectRefused(await api.with({ 'x-api-key': value, cookie: `key=${value}` }).get('/me'))
  })

  it('a revoked key stops working immediately, and other keys of the team keep working', async () => {
    const { db, clock } = currentApp()
    const team = await aTeam()
    const [revoked, kept] = [await aKey({ team }), await aKey({ team })]
    expect((await withKey(revoked.value).get('/me')).status).to.equal(200)

    await revokeKey(db, revoked.uuid, clock.now())

    expectRefused(await withKey(revoked.value).get('/me'))
    expect((await withKey(kept.value).get('/me')).status).to.equal(200)
  })

  it('the database stores only a digest of a key', async () => {
    const { value } = await aKey()

    const rows = await currentApp().db.all('SELECT * FROM api_keys')

    expect(JSON.stringify(rows)).to.not.include(value.slice(12))
  })

  it('unknown keys are rate-limited after sixty a minute; valid and malformed ones are not', async () => {
    const { value } = await aKey()
    for (let count = 0; count < BAD_KEYS_A_MINUTE; count++)
      expectRefused(await withKey(unknownKey()).get('/me'))

    const braked = await withKey(unknownKey()).get('/me')

    expect(braked.status).to.equal(429)
    expect(braked.body.error).to.include({ code: 'rate_limited', scope: 'per_minute' })
    expect(Number(braked.headers.get('retry-after'))).to.be.within(1, 60)
    expect(braked.headers.has('x-ratelimit-limit')).to.equal(false)
    expectRefused(await withKey('malformed').get('/me'))
    expectRefused(await new Api(currentApp().url).get('/me'))
    expect((await withKey(value).get('/me')).status).to.equal(200)

    currentApp().clock.advance(MINUTE_MS)
    expectRefused(await withKey(unknownKey()).get('/me'))
  })

  it('a made-up X-Forwarded-For does not change the rate limit of unknown keys', async () => {
    for (let count = 0; count < BAD_KEYS_A_MINUTE; count++) await withKey(unknownKey()).get('/me')

    const answer = await withKey(unknownKey()).with({ 'x-forwarded-for': '203.0.113.9' }).get('/me')

    expect(answer.status).to.equal(429)
  })
})

describe('API keys behind a trusted proxy', () => {
  useApp({ environment: { OVERHEARD_TRUST_PROXY: '1' } })

  it('unknown keys are rate-limited by the last address in X-Forwarded-For', async () => {
    const from = (addresses: string) =>
      withKey(unknownKey()).with({ 'x-forwarded-for': addresses }).get('/me')
    for (let count = 0; count < BAD_KEYS_A_MINUTE; count++) await from(`198.51.100.${count}, 203.0.113.9`)

    expect((await from('203.0.113.9')).status).to.equal(429)
    expectRefused(await from('203.0.113.9, 198.51.100.1'))
  })
})

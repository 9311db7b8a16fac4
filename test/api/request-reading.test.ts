import { expect } from 'chai'
import { MINUTE_MS } from '../../lib/clock.js'
import type { Json } from '../support/api.js'
import { currentApp, useApp } from '../support/app.js'
import { echoHandlers } from '../support/echo.js'
import { aKey, anAccount, aTeam, type TestTeam } from '../support/factories.js'

const ID = '019a0c20-1b6e-7c40-8d31-0a9f4e7b2c55'

describe('the input of a handler', () => {
  useApp({ handlers: echoHandlers })
  let team: TestTeam
  let key: string

  before(async () => {
    team = await aTeam()
    key = (await aKey({ team })).value
  })

  beforeEach(() => currentApp().clock.advance(MINUTE_MS))

  async function send(
    path: string,
    init: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
  ) {
    const body = init.body === undefined ? undefined : JSON.stringify(init.body)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...init.headers }
    const response = await fetch(`${currentApp().url}/api/v1${path}`, { method: init.method, headers, body })
    return { status: response.status, ...((await response.json()) as Json) }
  }

  it('a handler gets every default of the description', async () => {
    const { query } = await send('/podcasts/search?q=solar')

    expect(query).to.deep.equal({
      q: 'solar',
      fields: ['title', 'description'],
      order_by: 'best_match',
      order_dir: 'desc',
      limit: 25,
    })
  })

  it('a handler gets defaults if nothing was sent', async () => {
    expect((await send('/alerts')).query).to.deep.equal({ limit: 50 })
  })

  it('a handler gets numbers as numbers and ids in lower case', async () => {
    const { params, query } = await send(`/podcasts/${ID.toUpperCase()}/episodes?limit=007`)

    expect(params).to.deep.equal({ podcast_id: ID })
    expect(query.limit).to.equal(7)
  })

  it('a handler gets trimmed texts', async () => {
    const { query } = await send('/podcasts/search?q=%20%09heat+pump%C2%A0&fields=title')

    expect(query).to.include({ q: 'heat pump' })
    expect(query.fields).to.deep.equal(['title'])
  })

  it('a handler gets a repeatable parameter as a list', async () => {
    const { query } = await send(`/episodes/${ID}/transcript/excerpts?q=wind%20&q=solar`)

    expect(query.q).to.deep.equal(['wind', 'solar'])
  })

  it('a handler gets neither unknown parameters nor an empty cursor', async () => {
    const { query } = await send('/alerts?limit=3&cursor=&colour=red&limit[]=9&%zz=1&other=%zz')

    expect(query).to.deep.equal({ limit: 3 })
  })

  it('a literal segment of a path wins over a parameter', async () => {
    expect((await send(`/alerts/matches/${ID}`)).operation).to.equal('getMatch')
    expect((await send(`/alerts/${ID}/matches`)).operation).to.equal('listAlertMatches')
  })

  it('a handler gets the body trimmed, with defaults and with ids in lower case', async () => {
    const body = {
      name: '  Heat  ',
      keywords: [' heat pump '],
      recipient_user_ids: [ID.toUpperCase()],
      question: null,
    }

    const answer = await send('/alerts', { method: 'POST', body })

    expect(answer.body).to.deep.equal({
      name: 'Heat',
      keywords: ['heat pump'],
      question: null,
      recipient_user_ids: [ID],
      use_classifier: false,
      email_enabled: true,
      is_active: true,
    })
  })

  it('a handler gets no nulls of a PATCH, but keeps values that clear a field', async () => {
    const body = { name: null, keywords: null, question: '', recipient_user_ids: [], is_active: false }

    const answer = await send(`/alerts/${ID}`, { method: 'PATCH', body })

    expect(answer.body).to.deep.equal({ question: '', recipient_user_ids: [], is_active: false })
  })

  it('keys with a meaning in JavaScript do no harm', async () => {
    const body =
      '{"url":"https://example.org","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'
    const response = await fetch(`${currentApp().url}/api/v1/webhooks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
    })

    expect(response.status).to.equal(200)
    expect(({} as { polluted?: boolean }).polluted).to.equal(undefined)
  })

  it('a handler gets no body if none is needed and none was sent', async () => {
    const answer = await send(`/webhooks/${ID}/test`, { method: 'POST' })

    expect(answer.status).to.equal(200)
    expect(answer).to.not.have.property('body')
  })

  it('a handler gets the team of the key, whatever the team header says', async () => {
    const other = await aTeam({ account: team.account })

    const answers = [
      await send('/alerts'),
      await send('/alerts', { headers: { 'x-service-team': other.uuid } }),
      await send('/alerts', { headers: { 'x-service-team': 'nonsense' } }),
    ]

    expect(answers.map((answer) => answer.team)).to.deep.equal([team.uuid, team.uuid, team.uuid])
  })

  it('a handler gets the team that an account-scoped key names, in upper or lower case', async () => {
    const account = await anAccount()
    const mine = await aTeam({ account })
    const accountKey = await aKey({ account })

    const answer = await send('/webhooks', {
      headers: { authorization: `Bearer ${accountKey.value}`, 'x-service-team': mine.uuid.toUpperCase() },
    })

    expect(answer.team).to.equal(mine.uuid)
  })

  it('a handler gets the same for HEAD as for GET', async () => {
    const response = await fetch(`${currentApp().url}/api/v1/alerts`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${key}` },
    })

    expect(response.status).to.equal(200)
    expect(Number(response.headers.get('content-length'))).to.be.greaterThan(0)
    expect(await response.text()).to.equal('')
  })
})

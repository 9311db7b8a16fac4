import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import { expect } from 'chai'
import type { SavedEpisode } from '../../lib/episodes/episode-store.js'
import { Api, type Json } from '../support/api.js'
import { currentApp, useApp } from '../support/app.js'
import { anEpisode, aPodcast } from '../support/catalogue.js'
import { aKey, anAccount, anApi, aTeam, type TestTeam } from '../support/factories.js'
import { anAssistant, callTool, closeAssistants } from '../support/mcp.js'

const TOOLS = [
  'search_podcasts',
  'search_episodes',
  'get_episode',
  'get_transcript_excerpts',
  'read_transcript',
  'list_alerts',
  'create_alert',
  'update_alert',
  'list_matches',
  'get_usage',
]

const NOWHERE = '0198c0de-0000-7000-8000-000000000000'

describe('the tools of POST /mcp', () => {
  useApp()
  after(closeAssistants)

  let team: TestTeam
  let key: string
  let episode: SavedEpisode

  beforeEach(async () => {
    team = await aTeam()
    key = (await aKey({ team })).value
  })

  before(async () => {
    const podcast = await aPodcast({ title: 'Warm Rooms' })
    episode = await anEpisode({
      podcast,
      title: 'Heat pumps',
      says: ['A heat pump in every house.', 'Or two.'],
    })
  })

  it('are those of the operator page, each with a schema that stands for itself', async () => {
    const client = await anAssistant(key)

    const { tools } = await client.listTools()

    expect(tools.map(({ name }) => name)).to.have.members(TOOLS)
    const ajv = new Ajv2020({ strict: false })
    ajvFormats.default(ajv)
    for (const { name, description, inputSchema } of tools) {
      expect(description, name).to.be.a('string').with.length.above(20)
      expect(inputSchema.type, name).to.equal('object')
      expect(JSON.stringify(inputSchema), name).to.not.match(/"\$ref"|"examples?"|"nullable"/)
      for (const [property, { type, description }] of Object.entries<Json>(inputSchema.properties ?? {})) {
        expect(type, `${name}.${property}`).to.be.a('string')
        expect(description, `${name}.${property}`).to.be.a('string').and.not.include('above')
      }
      expect(() => ajv.compile(inputSchema), name).to.not.throw()
      expect(Object.keys(inputSchema.properties ?? {}), name).to.include.members(inputSchema.required ?? [])
    }
  })

  it('say what they change', async () => {
    const client = await anAssistant(key)

    const { tools } = await client.listTools()

    for (const { name, annotations } of tools) {
      const writes = ['create_alert', 'update_alert'].includes(name)
      expect(annotations?.readOnlyHint, name).to.equal(!writes)
      expect(annotations?.destructiveHint, name).to.equal(name === 'update_alert')
    }
  })

  it("answer with the route's own JSON, as structured content and as text", async () => {
    const client = await anAssistant(key)
    const api = new Api(currentApp().url, key)
    const id = { episode_id: episode.uuid }
    const reading: Array<[string, Record<string, unknown>, string]> = [
      [
        'search_podcasts',
        { q: 'warm', fields: ['title'], limit: 5 },
        '/podcasts/search?q=warm&fields=title&limit=5',
      ],
      ['search_episodes', { q: 'pump', scope: 'transcript' }, '/episodes/search?q=pump&scope=transcript'],
      ['get_episode', id, `/episodes/${episode.uuid}`],
      [
        'get_transcript_excerpts',
        { ...id, q: ['heat pump', 'two'], context: 0 },
        `/episodes/${episode.uuid}/transcript/excerpts?q=heat%20pump&q=two&context=0`,
      ],
      ['read_transcript', id, `/episodes/${episode.uuid}/transcript`],
      ['list_alerts', { limit: 3 }, '/alerts?limit=3'],
    ]
    for (const [name, given, path] of reading) {
      const answer = await callTool(client, name, given)

      const { status, body } = await api.get(path)
      expect(status, name).to.equal(200)
      expect(answer.isError, name).to.equal(false)
      expect(answer.body, name).to.deep.equal(body)
      expect(JSON.parse(answer.text), name).to.deep.equal(body)
    }
  })

  it('keep alerts', async () => {
    const client = await anAssistant(key)
    const api = new Api(currentApp().url, key)

    const made = await callTool(client, 'create_alert', { name: 'Pumps', keywords: ['heat pump'] })
    const changed = await callTool(client, 'update_alert', { alert_id: made.body.id, is_active: false })
    const matches = await callTool(client, 'list_matches', { alert_id: made.body.id })

    expect(made.body).to.deep.include({ name: 'Pumps', keywords: ['heat pump'], is_active: true })
    expect(changed.body).to.deep.include({ id: made.body.id, name: 'Pumps', is_active: false })
    expect((await api.get(`/alerts/${made.body.id}`)).body).to.deep.equal(changed.body)
    expect(matches.body).to.deep.equal({ results: [], next_cursor: null })
  })

  it("answer with the API's errors, with code and message", async () => {
    const client = await anAssistant(key)
    const cases: Array<[string, Record<string, unknown>, object]> = [
      ['get_episode', { episode_id: NOWHERE }, { code: 'episode_not_found' }],
      ['search_podcasts', { q: 'warm', cursor: 'x' }, { code: 'invalid_cursor' }],
      ['list_matches', { alert_id: NOWHERE }, { code: 'alert_not_found' }],
    ]
    for (const [name, given, error] of cases) {
      const answer = await callTool(client, name, given)

      expect(answer.isError, name).to.equal(true)
      expect(answer.body, name).to.include(error).and.have.property('message').that.is.a('string')
      expect(JSON.parse(answer.text), name).to.deep.equal(answer.body)
    }
  })

  it('name every argument that is not acceptable', async () => {
    const client = await anAssistant(key)
    const deep = JSON.parse(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`)
    const cases: Array<[string, Record<string, unknown>, string[]]> = [
      ['search_podcasts', {}, ['q']],
      ['search_podcasts', { q: 'ab', limit: 51 }, ['q', 'limit']],
      ['search_podcasts', { q: ['one', 'two'] }, ['q']],
      ['search_podcasts', { q: { deep } }, ['q']],
      ['search_podcasts', { q: 'x'.repeat(500_000) }, ['q']],
      ['search_episodes', { q: 'pump' }, ['scope']],
      ['get_episode', {}, ['episode_id']],
      ['get_episode', { episode_id: null }, ['episode_id']],
      ['get_episode', { episode_id: '' }, ['episode_id']],
      ['get_episode', { episode_id: '../../teams' }, ['episode_id']],
      ['get_episode', { episode_id: '\ud800' }, ['episode_id']],
      ['get_episode', { episode_id: [[NOWHERE]] }, ['episode_id']],
      ['create_alert', { keywords: 'pump' }, ['name', 'keywords']],
      ['create_alert', { name: 'Pumps', keywords: [deep] }, ['body']],
      ['create_alert', { name: 'Pumps', keywords: [3] }, ['keywords']],
    ]
    for (const [name, given, fields] of cases) {
      const answer = await callTool(client, name, given)

      const what = `${name} ${JSON.stringify(given).slice(0, 60)}`
      expect(answer.isError, what).to.equal(true)
      expect(answer.body.code, what).to.equal('invalid_input')
      expect(Object.keys(answer.body.fields), what).to.have.members(fields)
    }
  })

  it('count as one request each, and as a download where a transcript is begun', async () => {
    const { limits } = currentApp().services
    const client = await anAssistant(key)
    const used = async () => {
      const { requests, transcriptDownloads } = await limits.usage(team.account)
      return [requests.used, transcriptDownloads.used]
    }

    await client.listTools()
    expect(await used()).to.deep.equal([0, 0])
    await callTool(client, 'search_podcasts', { q: 'warm' })
    expect(await used()).to.deep.equal([1, 0])
    await callTool(client, 'read_transcript', { episode_id: episode.uuid })
    expect(await used()).to.deep.equal([2, 1])
    await callTool(client, 'read_transcript', { episode_id: episode.uuid, cursor: 'x' })
    await callTool(client, 'get_episode', {})
    expect(await used()).to.deep.equal([4, 1])
    const { body } = await callTool(client, 'get_usage')
    expect(body.limits.per_month).to.include({ limit: 90_000, remaining: 89_995 })
    expect(body.limits.transcript_downloads_per_month).to.include({ limit: 5000, remaining: 4999 })
    expect(await used()).to.deep.equal([5, 1])
  })

  it('tell whom the key acts for and what is left of each limit', async () => {
    const client = await anAssistant(key)
    const api = new Api(currentApp().url, key)
    const { headers, body: identity } = await api.get('/me')

    const { body } = await callTool(client, 'get_usage')

    expect(body.identity).to.deep.equal(identity)
    expect(body.plan).to.equal('pro')
    expect(body.limits).to.have.all.keys(
      'per_minute',
      'per_month',
      'transcript_downloads_per_month',
      'webhook_test_sends_per_hour',
    )
    expect(body.limits.per_minute).to.deep.equal({
      limit: 120,
      remaining: Number(headers.get('x-ratelimit-remaining')) - 1,
      reset: Number(headers.get('x-ratelimit-reset')),
    })
  })

  it('share the limits of the account with the API', async () => {
    const account = await anAccount({ plan: 'free' })
    const ofFree = await aKey({ team: await aTeam({ account }) })
    const client = await anAssistant(ofFree.value)
    const api = new Api(currentApp().url, ofFree.value)
    for (let sent = 0; sent < 10; sent++) await api.get('/me')

    for (const [name, given] of [
      ['search_podcasts', { q: 'warm' }],
      ['get_usage', {}],
      ['get_episode', {}],
    ] as const) {
      const answer = await callTool(client, name, given)

      expect(answer.isError, name).to.equal(true)
      expect(answer.body, name).to.include({ code: 'rate_limited', scope: 'per_minute' })
    }
    expect((await api.get('/me')).status).to.equal(429)
  })

  it('act on the team that X-Service-Team names, for a key of a whole account', async () => {
    const value = (await aKey({ account: team.account })).value
    const ofTeam = await anApi({ team })
    const alert = await ofTeam.post('/alerts', { name: 'Theirs', keywords: ['pump'] })
    const foreign = await aTeam()

    const named = await callTool(await anAssistant(value, { 'X-Service-Team': team.uuid }), 'list_alerts')
    const unnamed = await callTool(await anAssistant(value), 'list_alerts')
    const other = await callTool(await anAssistant(value, { 'X-Service-Team': foreign.uuid }), 'list_alerts')

    expect(named.body.results).to.deep.equal([alert.body])
    for (const refused of [unnamed, other]) {
      expect(refused.isError).to.equal(true)
      expect(refused.body.code).to.equal('invalid_input')
      expect(refused.body.fields).to.have.all.keys('X-Service-Team')
    }
  })
})

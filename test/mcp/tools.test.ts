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
  'list_teams',
  'list_team_members',
  'list_podcast_episodes',
]

const NOWHERE = '0198c0de-0000-7000-8000-000000000000'

describe('the tools of POST /mcp', () => {
  useApp()
  after(closeAssistants)

  let team: TestTeam
  let key: string
  let podcast: { uuid: string }
  let episode: SavedEpisode

  beforeEach(async () => {
    team = await aTeam()
    key = (await aKey({ team })).value
  })

  before(async () => {
    const warm = await aPodcast({ title: 'Warm Rooms' })
    podcast = warm
    episode = await anEpisode({
      podcast: warm,
      title: 'Heat pumps',
      says: ['A heat pump in every house.', 'Or two.'],
    })
  })

  it('tools/list shows the documented tools, each with a self-contained schema', async () => {
    const client = await anAssistant(key)

    const { tools } = await client.listTools()

    expect(tools.map(({ name }) => name)).to.have.members(TOOLS)
    const ajv = new Ajv2020({ strict: false })
    ajvFormats.default(ajv)
    for (const { name, description, inputSchema, outputSchema } of tools) {
      expect(description, name).to.be.a('string').with.length.above(60)
      expect(outputSchema, name).to.have.property('type', 'object')
      expect(() => ajv.compile(outputSchema!), name).to.not.throw()
      expect(inputSchema.type, name).to.equal('object')
      expect(JSON.stringify(inputSchema), name).to.not.match(/"\$ref"|"examples?"|"nullable"/)
      for (const [property, { type, description }] of Object.entries<Json>(inputSchema.properties ?? {})) {
        expect(type, `${name}.${property}`).to.be.a('string')
        expect(description, `${name}.${property}`).to.be.a('string').with.length.above(8)
      }
      expect(() => ajv.compile(inputSchema), name).to.not.throw()
      expect(Object.keys(inputSchema.properties ?? {}), name).to.include.members(inputSchema.required ?? [])
    }
  })

  it('a tool tells what an id narrows, and that words have no search syntax', async () => {
    const { tools } = await (await anAssistant(key)).listTools()
    const argumentsOf = (tool: string): Json =>
      tools.find(({ name }) => name === tool)!.inputSchema.properties!

    expect(argumentsOf('search_episodes').podcast_id.description)
      .to.include('Only episodes of this podcast.')
      .and.include('search_podcasts')
    for (const { description } of [
      argumentsOf('get_transcript_excerpts').q,
      argumentsOf('create_alert').keywords,
    ])
      expect(description).to.include('without search syntax')
  })

  it('descriptions of tools do not mention HTTP', async () => {
    const client = await anAssistant(key)

    const texts = JSON.stringify((await client.listTools()).tools)

    expect(texts).to.not.match(/\b(4\d\d|5\d\d|GET|POST|PATCH|header|route|endpoint|byte for byte)\b/)
  })

  it('results and errors match the output schema of the tool', async () => {
    const client = await anAssistant(key)
    // The client checks what it gets once it has read the schemas.
    await client.listTools()
    const alert = await callTool(client, 'create_alert', { name: 'Pumps', keywords: ['heat pump'] })
    const alert_id = alert.body.id
    const episode_id = episode.uuid
    const cases: Array<[string, Record<string, unknown>]> = [
      ['search_podcasts', { q: 'warm' }],
      ['search_episodes', { q: 'pump', scope: 'transcript' }],
      ['list_podcast_episodes', { podcast_id: podcast.uuid }],
      ['get_episode', { episode_id }],
      ['get_transcript_excerpts', { episode_id, q: 'heat pump' }],
      ['read_transcript', { episode_id }],
      ['list_teams', {}],
      ['list_team_members', { team_id: team.uuid }],
      ['list_alerts', {}],
      ['update_alert', { alert_id, is_active: false }],
      ['list_matches', { alert_id }],
      ['get_usage', {}],
    ]
    for (const [name, given] of cases) {
      expect((await callTool(client, name, given)).isError, name).to.equal(false)
      expect((await callTool(client, name, { ...given, nonsense: 1 })).isError, name).to.equal(true)
    }
  })

  it('annotations say which tools change something', async () => {
    const client = await anAssistant(key)

    const { tools } = await client.listTools()

    for (const { name, annotations } of tools) {
      const writes = ['create_alert', 'update_alert'].includes(name)
      expect(annotations?.readOnlyHint, name).to.equal(!writes)
      expect(annotations?.destructiveHint, name).to.equal(name === 'update_alert')
    }
  })

  it('a tool returns the JSON of the API as structured content and as text', async () => {
    const client = await anAssistant(key)
    const api = new Api(currentApp().url, key)
    // Ids mean the same in upper and lower case.
    const id = { episode_id: episode.uuid.toUpperCase() }
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
      ['list_teams', {}, '/teams'],
      ['list_team_members', { team_id: team.uuid }, `/teams/${team.uuid}/members`],
      [
        'list_podcast_episodes',
        { podcast_id: podcast.uuid.toUpperCase(), limit: 1 },
        `/podcasts/${podcast.uuid}/episodes?limit=1`,
      ],
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

  it('tools create, change and list alerts', async () => {
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

  it('a tool reports API errors with code and message', async () => {
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

  it('an error names every invalid argument', async () => {
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
      ['create_alert', { name: 'Pumps', keywords: [deep] }, ['keywords']],
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

  it('an error names an unknown argument and suggests the one that was meant', async () => {
    const client = await anAssistant(key)
    const cases: Array<[string, Record<string, unknown>, string, string]> = [
      ['search_podcasts', { query: 'warm' }, 'query', 'use q'],
      ['get_episode', { id: episode.uuid }, 'id', 'use episode_id'],
      ['create_alert', { name: 'Pumps', keyword: 'pump' }, 'keyword', 'use keywords'],
      ['get_episode', { episode_id: episode.uuid, verbose: true }, 'verbose', 'its arguments are episode_id'],
      ['get_usage', { account: 'Acme' }, 'account', 'its arguments are none'],
    ]
    for (const [name, given, argument, hint] of cases) {
      const answer = await callTool(client, name, given)

      expect(answer.body.code, name).to.equal('invalid_input')
      expect(answer.body.fields[argument], name).to.deep.equal([`is not an argument of ${name}: ${hint}`])
    }
    expect((await callTool(client, 'list_alerts')).body.results).to.deep.equal([])
  })

  it('each call counts as one request, and the first page of a transcript as a download', async () => {
    const { limits } = currentApp().services
    const client = await anAssistant(key)
    const used = async () => {
      const { requests, transcriptDownloads } = await limits.usage(team.account)
      return [requests.used, transcriptDownloads.used]
    }

    // Introducing itself takes a request and a notification.
    expect(await used()).to.deep.equal([2, 0])
    await client.listTools()
    expect(await used()).to.deep.equal([3, 0])
    await callTool(client, 'search_podcasts', { q: 'warm' })
    expect(await used()).to.deep.equal([4, 0])
    await callTool(client, 'read_transcript', { episode_id: episode.uuid })
    expect(await used()).to.deep.equal([5, 1])
    await callTool(client, 'read_transcript', { episode_id: episode.uuid, cursor: 'x' })
    await callTool(client, 'get_episode', {})
    expect(await used()).to.deep.equal([7, 1])
    const { body } = await callTool(client, 'get_usage')
    expect(body.limits.per_month).to.include({ limit: 90_000, remaining: 89_992 })
    expect(body.limits.transcript_downloads_per_month).to.include({ limit: 5000, remaining: 4999 })
    expect(await used()).to.deep.equal([8, 1])
  })

  it('get_usage shows the identity of the key and the rest of each limit', async () => {
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
      reset: new Date(Number(headers.get('x-ratelimit-reset')) * 1000).toISOString(),
    })
  })

  it('tools and API share the limits of the account', async () => {
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

  it('an account-scoped key acts on the team in X-Service-Team', async () => {
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

  it('an account-scoped key acts on the team in the argument team_id', async () => {
    const value = (await aKey({ account: team.account })).value
    const foreign = await aTeam()
    const client = await anAssistant(value)

    const [listed] = (await callTool(client, 'list_teams')).body.results
    const made = await callTool(client, 'create_alert', {
      team_id: listed.id,
      name: 'Mine',
      keywords: ['pump'],
    })
    const named = await callTool(client, 'list_alerts', { team_id: team.uuid.toUpperCase() })
    const refused = [
      await callTool(client, 'list_alerts', { team_id: foreign.uuid }),
      await callTool(client, 'list_alerts', { team_id: 'nonsense' }),
      await callTool(await anAssistant(key), 'list_alerts', { team_id: foreign.uuid }),
    ]

    expect(made.body.team.id).to.equal(team.uuid)
    expect(named.body.results).to.deep.equal([made.body])
    for (const { body } of refused) expect(body.fields, JSON.stringify(body)).to.have.all.keys('team_id')
    expect((await callTool(await anAssistant(key), 'list_alerts', { team_id: team.uuid })).isError).to.equal(
      false,
    )
  })
})

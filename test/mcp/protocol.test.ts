import { expect } from 'chai'
import { currentApp, useApp } from '../support/app.js'
import { aKey, anAccount, aTeam } from '../support/factories.js'
import { anAssistant, closeAssistants, postMcp } from '../support/mcp.js'

const call = (name: string, given: unknown = {}, id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: given },
})

describe('POST /mcp', () => {
  useApp({ environment: { OVERHEARD_BASE_URL: 'https://overheard.example' } })
  after(closeAssistants)

  let authorization: string

  beforeEach(async () => {
    authorization = `Bearer ${(await aKey()).value}`
  })

  const post = (body: string | object, headers: Record<string, string> = {}) =>
    postMcp(body, { authorization, accept: 'application/json, text/event-stream', ...headers })

  it('POST /mcp works with the official client', async () => {
    const client = await anAssistant(authorization.slice('Bearer '.length))

    expect(client.getServerVersion()).to.include({ name: 'overheard', version: '1.0.0' })
    expect(client.getServerCapabilities()).to.have.property('tools')
    expect(client.getInstructions()).to.include('|')
    await client.ping()
  })

  it('POST /mcp refuses missing, malformed and unknown keys with the envelope', async () => {
    for (const value of ['', 'Bearer', 'Bearer nonsense', `${authorization.slice(0, -1)}_`]) {
      const answer = await post(call('get_usage'), { authorization: value })

      expect(answer.status, value).to.equal(401)
      expect(answer.headers.get('www-authenticate'), value).to.equal('Bearer')
      expect(answer.body.error, value).to.include({ code: 'invalid_credentials' })
    }
  })

  it('POST /mcp refuses web pages of other origins', async () => {
    const { port } = new URL(currentApp().url)
    for (const origin of ['https://evil.example', 'null', 'nonsense', `http://evil.example:${port}`]) {
      const answer = await post(call('get_usage'), { origin, host: new URL(currentApp().url).host })

      expect(answer.status, origin).to.equal(403)
      expect(answer.body, origin).to.have.nested.property('error.code', -32600)
    }
    for (const origin of [currentApp().url, 'https://overheard.example']) {
      expect((await post(call('get_usage'), { origin })).status, origin).to.equal(200)
    }
  })

  it('POST /mcp answers invalid JSON-RPC with JSON-RPC errors', async () => {
    const cases: Array<[string | object, number, number]> = [
      ['{"jsonrpc":', 400, -32700],
      ['', 400, -32700],
      [new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400, -32700],
      ['"text"', 400, -32600],
      ['null', 400, -32600],
      [[], 400, -32600],
      [{}, 400, -32600],
      [{ jsonrpc: '1.0', id: 1, method: 'ping' }, 400, -32600],
      [{ jsonrpc: '2.0', id: { deep: true }, method: 'ping' }, 400, -32600],
      [`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"${'x'.repeat(1_100_000)}"}}`, 413, -32600],
      [{ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }, 400, -32602],
      [Array.from({ length: 101 }, (_, id) => call('get_usage', {}, id)), 400, -32600],
    ]
    for (const [body, status, code] of cases) {
      const answer = await post(body)

      const what = JSON.stringify(body).slice(0, 80)
      expect(answer.status, what).to.equal(status)
      expect(answer.body, what).to.deep.include({ jsonrpc: '2.0' })
      expect(answer.body.error, what).to.include({ code }).and.have.property('message').that.is.a('string')
    }
  })

  it('POST /mcp answers unknown methods, unknown tools and calls without a name with protocol errors', async () => {
    const cases: Array<[object, number]> = [
      [{ jsonrpc: '2.0', id: 7, method: 'resources/list' }, -32601],
      [{ jsonrpc: '2.0', id: 7, method: 'nonsense' }, -32601],
      [call('drop_everything', {}, 7), -32602],
      [call('constructor', {}, 7), -32602],
      [{ jsonrpc: '2.0', id: 7, method: 'tools/call', params: {} }, -32602],
      [{ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'get_usage', arguments: 3 } }, -32602],
    ]
    for (const [body, code] of cases) {
      const answer = await post(body)

      expect(answer.status, JSON.stringify(body)).to.equal(200)
      expect(answer.body.id, JSON.stringify(body)).to.equal(7)
      expect(answer.body.error, JSON.stringify(body)).to.include({ code })
    }
  })

  it('POST /mcp refuses JSON nested deeper than 64 levels before parsing it', async () => {
    const deep = `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`
    const request = JSON.stringify(call('create_alert', { name: 'Deep', keywords: ['DEEP'] }))

    const answer = await post(request.replace('"DEEP"', deep))

    expect(answer.status).to.equal(400)
    expect(answer.body.error).to.deep.equal({
      code: -32700,
      message: 'The request must not be nested deeper than 64 levels.',
    })
  })

  it('POST /mcp counts every POST as a request, and each tool call of a batch', async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const left = async () => {
      const { body } = await post(call('get_usage'))
      return body.result.structuredContent.limits.per_month.remaining
    }
    const before = await left()

    for (const body of ['nonsense', list, [list, list], [], call('nothing')]) await post(body)
    await post([call('get_usage', {}, 1), list, call('get_usage', {}, 2)])

    expect(before - (await left())).to.equal(5 + 2 + 1)
  })

  it('POST /mcp answers 429 when the limit is reached, but reports it as a tool error to a single tool call', async () => {
    const account = await anAccount({ plan: 'free' })
    authorization = `Bearer ${(await aKey({ team: await aTeam({ account }) })).value}`
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    for (let count = 0; count < 10; count++) expect((await post(list)).status).to.equal(200)

    for (const body of [list, [list, call('get_usage')], { jsonrpc: '2.0', method: 'notifications/x' }]) {
      const refused = await post(body)
      expect(refused.status).to.equal(429)
      expect(refused.body.error).to.include({ code: 'rate_limited', scope: 'per_minute' })
    }
    const { status, body } = await post(call('get_usage'))
    expect(status).to.equal(200)
    expect(body.result).to.include({ isError: true })
    expect(body.result.structuredContent).to.include({ code: 'rate_limited' })
  })

  it('POST /mcp refuses a batch of more than 20 messages', async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

    expect((await post(Array(20).fill(list))).status).to.equal(200)
    expect((await post(Array(21).fill(list))).status).to.equal(400)
  })

  it('POST /mcp answers each call of a batch and does not wait for a cancelled one', async () => {
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'a' } }

    const answer = await post([call('get_usage', {}, 'a'), cancelled, call('get_episode', {}, 'b')])

    expect(answer.status).to.equal(200)
    expect(answer.body.map(({ id }: { id: string }) => id)).to.have.members(['a', 'b'])
  })

  it('POST /mcp accepts notifications without answering them', async () => {
    for (const method of ['notifications/initialized', 'notifications/cancelled']) {
      const answer = await post({ jsonrpc: '2.0', method, params: { requestId: 1 } })

      expect(answer.status, method).to.equal(202)
      expect(answer.body, method).to.equal(undefined)
    }
  })

  it('POST /mcp answers clients that send no Accept header', async () => {
    for (const accept of ['*/*', 'application/json', 'text/event-stream']) {
      const answer = await post(call('get_usage'), { accept })

      expect(answer.status, accept).to.equal(200)
      expect(answer.headers.get('content-type'), accept).to.include('application/json')
    }
  })

  it('POST /mcp checks the protocol version and the type of the body', async () => {
    const old = await post(call('get_usage'), { 'mcp-protocol-version': '1999-01-01' })
    const known = await post(call('get_usage'), { 'mcp-protocol-version': '2025-06-18' })
    const text = await post(call('get_usage'), { 'content-type': 'text/plain' })

    expect([old.status, known.status, text.status]).to.deep.equal([400, 200, 415])
    for (const { body } of [old, text]) expect(body.error).to.have.property('code').that.is.a('number')
  })

  it('POST /mcp accepts only POST', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) {
      const response = await fetch(`${currentApp().url}/mcp`, { method, headers: { authorization } })

      expect(response.status, method).to.equal(405)
      expect(response.headers.get('allow'), method).to.equal('POST')
      expect(await response.json(), method).to.have.nested.property('error.code', 'method_not_allowed')
    }
  })

  it('POST /mcp sends the limit headers and the request id with every call', async () => {
    const first = await post(call('get_usage'))
    const second = await post(call('search_podcasts', { q: 'anything' }))

    expect(first.headers.get('x-ratelimit-remaining')).to.equal('119')
    expect(second.headers.get('x-ratelimit-remaining')).to.equal('118')
    expect(second.headers.get('x-request-id')).to.match(/^[0-9a-f-]{36}$/)
  })
})

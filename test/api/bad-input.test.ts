import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { MINUTE_MS } from '../../lib/clock.js'
import { type Answer, Api } from '../support/api.js'
import { currentApp, useApp } from '../support/app.js'
import { aKey, anAccount, anApi, aTeam } from '../support/factories.js'

const ID = '019a0c20-1b6e-7c40-8d31-0a9f4e7b2c55'
const MEBIBYTE = 1024 * 1024

function expectFaulty(answer: Answer, ...fields: string[]): void {
  expect(answer.status, answer.text).to.equal(422)
  expect(answer.body.error.code).to.equal('invalid_input')
  expect(answer.body.error.fields).to.have.all.keys(...fields)
}

describe('bad input', () => {
  useApp()
  let api: Api

  before(async () => {
    api = await anApi()
  })

  beforeEach(() => currentApp().clock.advance(MINUTE_MS))

  describe('in parameters', () => {
    const refused: Array<[string, string, string]> = [
      ['text for a number', '/teams?limit=many', 'limit'],
      ['a fraction', '/teams?limit=2.5', 'limit'],
      ['an exponent', '/teams?limit=1e1', 'limit'],
      ['a space before a number', '/teams?limit=%205', 'limit'],
      ['a plus sign', '/teams?limit=%2B5', 'limit'],
      ['a hexadecimal number', '/teams?limit=0x10', 'limit'],
      ['digits of another script', '/teams?limit=%D9%A3', 'limit'],
      ['zero', '/teams?limit=0', 'limit'],
      ['a negative number', '/teams?limit=-1', 'limit'],
      ['a number over the limit', '/teams?limit=101', 'limit'],
      ['a number of 400 digits', `/teams?limit=${'9'.repeat(400)}`, 'limit'],
      ['an empty number', '/teams?limit=', 'limit'],
      ['a name without a value', '/teams?limit', 'limit'],
      ['a parameter given twice', '/teams?limit=5&limit=5', 'limit'],
      ['a cursor twice', '/teams?cursor=a&cursor=b', 'cursor'],
      ['broken percent-encoding', '/teams?limit=%zz', 'limit'],
      ['percent-encoding cut short', '/podcasts/search?q=solar%C3', 'q'],
      ['bytes that are not UTF-8', '/podcasts/search?q=%ff%fe%fd', 'q'],
      ['a missing term', '/podcasts/search', 'q'],
      ['an empty term', '/podcasts/search?q=', 'q'],
      ['a short term', '/podcasts/search?q=ab', 'q'],
      ['a term of white space', '/podcasts/search?q=%20%20%20%20', 'q'],
      ['a term that is short without its spaces', '/podcasts/search?q=%20ab%20', 'q'],
      ['two code points of four units', '/podcasts/search?q=%F0%9F%98%80%F0%9F%98%80', 'q'],
      ['201 code points', `/podcasts/search?q=${'%F0%9F%98%80'.repeat(201)}`, 'q'],
      ['a term far too long', `/podcasts/search?q=${'a'.repeat(100_000)}`, 'q'],
      ['a term twice', '/podcasts/search?q=solar&q=solar', 'q'],
      ['an unknown choice', '/podcasts/search?q=solar&order_by=age', 'order_by'],
      ['a choice in capitals', '/podcasts/search?q=solar&order_dir=ASC', 'order_dir'],
      ['an unknown one of several choices', '/podcasts/search?q=solar&fields=title&fields=author', 'fields'],
      ['an empty one of several choices', '/podcasts/search?q=solar&fields=title&fields=', 'fields'],
      ['several values in one', '/podcasts/search?q=solar&fields=title,description', 'fields'],
      ['a missing scope', '/episodes/search?q=solar', 'scope'],
      ['a day that does not exist', '/episodes/search?q=solar&scope=metadata&since=2026-02-30', 'since'],
      ['an instant for a day', '/episodes/search?q=solar&scope=metadata&until=2026-02-03T00:00:00Z', 'until'],
      ['an invalid id', '/episodes/search?q=solar&scope=metadata&podcast_id=1', 'podcast_id'],
      ['too many terms', `/episodes/${ID}/transcript/excerpts?${'q=solar&'.repeat(6)}`, 'q'],
      [
        'as many terms as fit in an address',
        `/episodes/${ID}/transcript/excerpts?${'q=&'.repeat(40_000)}`,
        'q',
      ],
      ['one short term of several', `/episodes/${ID}/transcript/excerpts?q=solar&q=x`, 'q'],
      ['an id with a prefix', `/podcasts/urn:uuid:${ID}`, 'podcast_id'],
      ['an id in braces', `/podcasts/%7B${ID}%7D`, 'podcast_id'],
      ['an id without hyphens', `/podcasts/${ID.replaceAll('-', '')}`, 'podcast_id'],
      ['an id with a space', `/podcasts/${ID}%20`, 'podcast_id'],
      ['an id with a line break', `/podcasts/${ID}%0A`, 'podcast_id'],
      ['an id with NUL', `/podcasts/${ID}%00`, 'podcast_id'],
      ['an id with a path that leads upwards', '/podcasts/..%2F..%2Fetc%2Fpasswd', 'podcast_id'],
      ['an id of broken percent-encoding', '/podcasts/%zz', 'podcast_id'],
      ['an id of lone bytes', '/podcasts/%c3', 'podcast_id'],
      ['a word where an id belongs', '/alerts/matches', 'alert_id'],
    ]

    for (const [what, path, field] of refused) {
      it(`a request with ${what} is refused, naming ${field}`, async () => {
        expectFaulty(await api.get(path), field)
      })
    }

    it('all faulty parameters in path and query are named at once', async () => {
      const answer = await api.get('/podcasts/nonsense/episodes?limit=x&cursor=a&cursor=b')

      expectFaulty(answer, 'podcast_id', 'limit', 'cursor')
    })

    it('messages for faulty parameters say what is wrong', async () => {
      const { body } = await api.get(`/episodes/${ID}/transcript/excerpts?q=solar&q=x&limit=9&context=-1`)

      expect(body.error.fields).to.deep.equal({
        q: ['item 2 must have at least 3 characters'],
        limit: ['must be at most 5'],
        context: ['must be at least 0'],
      })
    })

    it('messages name the possible values of a missing choice, and suggest quotes for a short term', async () => {
      const missing = await api.get('/episodes/search?q=solar')
      const short = await api.get('/podcasts/search?q=AI')
      const quoted = await api.get('/podcasts/search?q=%22AI%22')

      expect(missing.body.error.fields.scope).to.deep.equal(['is required: one of transcript, metadata'])
      expect(short.body.error.fields.q).to.deep.equal([
        'must have at least 3 characters; put a short word in quotes: "AI"',
      ])
      expect(quoted.status).to.equal(200)
    })

    it('an unreadable cursor is answered with invalid_cursor', async () => {
      for (const cursor of ['nonsense', '%00', 'AAAA', '%F0%9F%98%80', 'x'.repeat(50_000)]) {
        const answer = await api.get(`/teams?cursor=${cursor}`)

        expect(answer.status).to.equal(422)
        expect(answer.body.error.code).to.equal('invalid_cursor')
      }
    })

    it('an unreadable cursor is reported before an unknown id', async () => {
      for (const path of [
        `/teams/${ID}/members`,
        `/podcasts/${ID}/episodes`,
        `/episodes/${ID}/transcript`,
        `/alerts/${ID}/matches`,
        `/webhooks/${ID}/deliveries`,
      ]) {
        const answer = await api.get(`${path}?cursor=nonsense`)

        expect(answer.status, path).to.equal(422)
        expect(answer.body.error.code).to.equal('invalid_cursor')
      }
    })
  })

  describe('in bodies', () => {
    const alerts = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
      api.request('POST', '/alerts', { body, headers: { 'content-type': 'application/json', ...headers } })

    const refused: Array<[string, string]> = [
      ['broken JSON', '{"name": "x",'],
      ['a list', '[]'],
      ['a text', '"name"'],
      ['a number', '12'],
      ['null', 'null'],
      ['true', 'true'],
      ['white space', '  \n '],
      ['NUL', '\0'],
      ['comments', '{/* */}'],
      ['text after the object', '{} {}'],
      ['endlessly nested lists', '['.repeat(400_000)],
      ['endlessly nested objects', '{"a":'.repeat(150_000)],
    ]

    for (const [what, body] of refused) {
      it(`a body with ${what} is refused, naming body`, async () => {
        expectFaulty(await alerts(body), 'body')
      })
    }

    it('a body that is not UTF-8 is refused, compressed or not; the replacement character is accepted', async () => {
      const named = (...bytes: number[]) =>
        Buffer.concat([Buffer.from('{"name":"x'), Buffer.from(bytes), Buffer.from('"}')])
      const broken = [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x92], [0xc0, 0xaf]]
      for (const bytes of broken) {
        const answer = await alerts(new Uint8Array(named(...bytes)))

        expectFaulty(answer, 'body')
        expect(answer.body.error.fields.body).to.deep.equal(['must be UTF-8'])
      }
      for (const [encoding, pack] of [
        ['gzip', gzipSync],
        ['X-GZip', gzipSync],
        ['Deflate', deflateSync],
        ['br', brotliCompressSync],
      ] as const) {
        const headers = { 'content-encoding': encoding }
        expectFaulty(await alerts(new Uint8Array(pack(named(0xff))), headers), 'body')
        expectFaulty(await alerts(new Uint8Array(pack(named(0xef, 0xbf, 0xbd))), headers), 'keywords')
      }
      expectFaulty(await alerts(new Uint8Array(named(0xef, 0xbf, 0xbd))), 'keywords')
    })

    it('half of a character is refused, naming the field', async () => {
      expectFaulty(await alerts('{"name":"\\ud800","keywords":["y","a\\udc00b"]}'), 'name', 'keywords')
      expectFaulty(await alerts('{"name":"\\ud83d\\ude00"}'), 'keywords')
    })

    it('deep nesting is refused before the body is parsed, in any field', async () => {
      const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

      const answer = await alerts(`{"name":"x","unknown":${deep},"keywords":["y"]}`)

      expectFaulty(answer, 'body')
      expect(answer.body.error.fields.body).to.deep.equal(['must not be nested deeper than 64 levels'])
    })

    it('a message says where JSON is broken', async () => {
      const answer = await alerts('{\n  "name": "x",\n  "keywords": ["y"],\n}')

      expectFaulty(answer, 'body')
      expect(answer.body.error.fields.body[0]).to.match(/^is not valid JSON: .*position \d+/)
    })

    it('a body over 1 MiB is refused, and one just below it is accepted', async () => {
      const filled = (bytes: number) => `{"filler":"${'x'.repeat(bytes - 13)}"}`

      expectFaulty(await alerts(filled(MEBIBYTE + 1)), 'body')
      expectFaulty(await alerts(filled(5 * MEBIBYTE)), 'body')
      expectFaulty(await alerts(filled(MEBIBYTE)), 'name', 'keywords')
    })

    it('a body that is over 1 MiB after decompression is refused', async () => {
      const packed = new Uint8Array(gzipSync(`{"filler":"${'x'.repeat(20 * MEBIBYTE)}"}`))

      expectFaulty(await alerts(packed, { 'content-encoding': 'gzip' }), 'body')
    })

    it('a compressed body is decompressed', async () => {
      const packed = new Uint8Array(gzipSync('{"name":"x","keywords":[1]}'))

      expectFaulty(await alerts(packed, { 'content-encoding': 'gzip' }), 'keywords')
    })

    it('a body that cannot be decompressed is refused', async () => {
      const whole = gzipSync('{"name":"x"}')
      const broken = 'cannot be decompressed as its Content-Encoding says'
      const unknown = 'must have the Content-Encoding gzip, deflate, br or identity'
      const bodies: Array<[string, Buffer, string]> = [
        ['gzip', Buffer.from('not packed at all'), broken],
        ['gzip', whole.subarray(0, whole.length - 12), broken],
        ['deflate', deflateRawSync('{}').subarray(1), broken],
        ['br', Buffer.from('not packed at all'), broken],
        ['compress', whole, unknown],
        ['gzip, gzip', whole, unknown],
      ]

      for (const [encoding, body, message] of bodies) {
        const answer = await alerts(new Uint8Array(body), { 'content-encoding': encoding })
        expectFaulty(answer, 'body')
        expect(answer.body.error.fields.body, encoding).to.deep.equal([message])
      }
    })

    it('every Content-Type except JSON is refused', async () => {
      const types = [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'application/jsonp',
        'json',
        ',',
      ]
      for (const type of types) {
        expectFaulty(await alerts('{"name":"x","keywords":["y"]}', { 'content-type': type }), 'body')
      }
    })

    it('the Content-Type of JSON may have parameters and capitals', async () => {
      for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/json;']) {
        expectFaulty(await alerts('{"name":"x"}', { 'content-type': type }), 'keywords')
      }
    })

    it('a body without a Content-Type is refused, and so is a missing body', async () => {
      const untyped = new Uint8Array(Buffer.from('{"name":"x","keywords":["y"]}'))

      expectFaulty(await api.request('POST', '/alerts', { body: untyped }), 'body')
      expectFaulty(await api.request('POST', '/alerts'), 'body')
      expectFaulty(await alerts(''), 'body')
    })

    it('every faulty field is named by its outermost name', async () => {
      const body = {
        name: '  ',
        keywords: ['wind', 'x'.repeat(201), '   '],
        question: 'too short',
        use_classifier: 'yes',
        email_enabled: 1,
        is_active: null,
        recipient_user_ids: [ID, 'nobody'],
      }

      const answer = await api.post('/alerts', body)

      expectFaulty(answer, ...Object.keys(body))
      expect(answer.body.error.fields.keywords).to.deep.equal([
        'item 2 must have at most 200 characters',
        'item 3 must have at least 1 character',
      ])
      expect(answer.body.error.fields.question).to.deep.equal([
        'must be empty or have at least 10 characters',
      ])
    })

    it('a question of more than 10,000 code points is refused, and so are more than 1,000 recipients', async () => {
      const question = '😀'.repeat(10_000)
      const ids = Array(1001).fill(ID)

      expectFaulty(await api.post('/alerts', { name: '', keywords: ['y'], question }), 'name')
      expectFaulty(
        await api.post('/alerts', { name: 'x', keywords: ['y'], question: `${question}?` }),
        'question',
      )
      expectFaulty(await api.patch(`/alerts/${ID}`, { question: `${question}?` }), 'question')
      for (const request of [
        () => api.post('/alerts', { name: 'x', keywords: ['y'], recipient_user_ids: ids }),
        () => api.patch(`/alerts/${ID}`, { recipient_user_ids: ids }),
      ]) {
        const answer = await request()
        expectFaulty(answer, 'recipient_user_ids')
        expect(answer.body.error.fields.recipient_user_ids).to.deep.equal(['must have at most 1000 items'])
      }
    })

    it('null is refused where a create does not allow it', async () => {
      expectFaulty(await api.post('/alerts', { name: null, keywords: null }), 'name', 'keywords')
      expectFaulty(await api.post('/webhooks', { url: null }), 'url')
    })

    it('too many keywords are refused, however many they are', async () => {
      const keywords = Array.from({ length: 100_000 }, (_, index) => `k${index}`)

      expectFaulty(await api.post('/alerts', { name: 'x', keywords: keywords.slice(0, 11) }), 'keywords')
      expectFaulty(await api.post('/alerts', { name: 'x', keywords }), 'keywords')
      expectFaulty(await api.post('/alerts', { name: 'x', keywords: [] }), 'keywords')
    })

    it('the answer to a long list of faulty values stays short', async () => {
      const answer = await api.post('/alerts', {
        name: 'x',
        keywords: ['y'],
        recipient_user_ids: Array(20_000).fill('z'),
      })

      expectFaulty(answer, 'recipient_user_ids')
      expect(answer.text.length).to.be.lessThan(2000)
    })

    it('NUL is refused in texts that are stored', async () => {
      expectFaulty(await api.post('/alerts', { name: 'a\0b', keywords: ['c\0d'] }), 'name', 'keywords')
    })

    it('faults of path and body are named together', async () => {
      expectFaulty(
        await api.patch('/alerts/nonsense', { name: '', keywords: [7] }),
        'alert_id',
        'name',
        'keywords',
      )
    })

    it('the length of a name is counted in code points', async () => {
      expectFaulty(await api.post('/alerts', { name: '😀'.repeat(200) }), 'keywords')
      expectFaulty(await api.post('/alerts', { name: '😀'.repeat(201) }), 'name', 'keywords')
    })

    it('an optional body is checked if it is sent', async () => {
      const test = (body: unknown) => api.post(`/webhooks/${ID}/test`, body)

      expectFaulty(await test({ url: 7 }), 'url')
      expectFaulty(await test('[]'), 'body')
      expectFaulty(await test({ url: 'x'.repeat(2001) }), 'url')
    })
  })

  describe('in the team header', () => {
    const header = 'X-Service-Team'

    it('an account-scoped key without a team of its account is refused', async () => {
      const account = await anAccount()
      const api = await anApi({ account })
      const foreign = await aTeam()

      for (const value of [undefined, '', 'nonsense', ID, foreign.uuid, `${ID}, ${ID}`]) {
        const named = value === undefined ? api : api.with({ [header]: value })
        expectFaulty(await named.get('/alerts'), header)
      }
    })

    it('a faulty team header is named together with the other faults', async () => {
      const account = await anAccount()
      const api = await anApi({ account })

      expectFaulty(await api.post('/alerts', { name: '' }), header, 'name', 'keywords')
      expectFaulty(await api.get('/alerts/nonsense/matches?limit=x'), header, 'alert_id', 'limit')
    })

    it('the team header is ignored where no team is needed', async () => {
      const account = await anAccount()
      const api = (await anApi({ account })).with({ [header]: 'nonsense' })

      expect((await api.get('/me')).status).to.equal(200)
    })
  })

  describe('in the order of refusals', () => {
    it('a missing key is reported before anything else', async () => {
      const keyless = new Api(currentApp().url)

      for (const [method, path] of [
        ['GET', '/teams?limit=x'],
        ['GET', '/nowhere'],
        ['GET', ''],
        ['PUT', '/me'],
        ['POST', '/alerts'],
      ] as const) {
        const answer = await keyless.request(method, path)

        expect(answer.status).to.equal(401)
        expect(answer.headers.get('www-authenticate')).to.equal('Bearer')
        expect(answer.headers.has('allow')).to.equal(false)
      }
    })

    it('a request counts against the limits before it is checked', async () => {
      const account = await anAccount({ plan: 'free' })
      const key = await aKey({ account })
      const api = new Api(currentApp().url, key.value)
      for (let count = 0; count < 10; count++) expectFaulty(await api.get('/teams?limit=x'), 'limit')

      const answers = [
        await api.get('/teams?limit=x'),
        await api.get('/nowhere'),
        await api.request('PUT', '/me'),
      ]

      for (const answer of answers) {
        expect(answer.status).to.equal(429)
        expect(answer.body.error).to.include({ code: 'rate_limited', scope: 'per_minute' })
        expect(answer.headers.get('retry-after')).to.match(/^[1-9]\d*$/)
      }
    })

    it('an unknown path is answered with not_found', async () => {
      for (const path of [
        '',
        '/',
        '/nowhere',
        '/me/',
        '/me/more',
        '/podcasts',
        '/podcasts//episodes',
        '/%zz',
        '/ME',
      ]) {
        const answer = await api.get(path)

        expect(answer.status, path).to.equal(404)
        expect(answer.body.error.code).to.equal('not_found')
      }
    })

    it('an unknown method of a known path is answered with method_not_allowed and the allowed methods', async () => {
      const expected: Array<[string, string, string[]]> = [
        ['POST', '/me', ['GET', 'HEAD']],
        ['OPTIONS', '/me', ['GET', 'HEAD']],
        ['PUT', `/alerts/${ID}`, ['DELETE', 'GET', 'HEAD', 'PATCH']],
        ['GET', `/webhooks/${ID}/rotate-secret`, ['POST']],
        ['PROPFIND', '/alerts', ['GET', 'HEAD', 'POST']],
      ]
      for (const [method, path, allowed] of expected) {
        const answer = await api.request(method, path)

        expect(answer.status).to.equal(405)
        expect(answer.body.error.code).to.equal('method_not_allowed')
        expect(answer.headers.get('allow')?.split(', ').sort()).to.deep.equal(allowed)
      }
    })
  })
})

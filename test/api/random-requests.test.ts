import { expect } from 'chai'
import fc from 'fast-check'
import { operations } from '../../generated/operations.js'
import { MINUTE_MS } from '../../lib/clock.js'
import { currentApp, useApp } from '../support/app.js'
import { echoHandlers } from '../support/echo.js'
import { aKey, anAccount, aTeam } from '../support/factories.js'
import { sendRaw } from '../support/raw-http.js'

const allParameters = operations.flatMap(({ parameters }) => parameters)
const queryNames = [...new Set(allParameters.filter((one) => one.in === 'query').map(({ name }) => name))]
const fieldNames = [
  'name',
  'keywords',
  'question',
  'use_classifier',
  'is_active',
  'recipient_user_ids',
  'url',
  '__proto__',
]

/** Text as it may stand in a request line: percent-encoded well, badly, or not at all. */
const encoded = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }).map(encodeURIComponent),
  fc.constantFrom('', '%', '%zz', '%c3', '%ff%fe', '%00', '%2e%2e%2f', '%ED%A0%80', '+', '==', ';', '['),
  fc.uuid(),
  fc.integer().map(String),
)

const target = fc
  .record({
    segments: fc.oneof(
      fc
        .constantFrom(...operations)
        .chain(({ segments }) =>
          fc.tuple(
            ...segments.map((one) => (one.startsWith('{') ? fc.oneof(fc.uuid(), encoded) : fc.constant(one))),
          ),
        ),
      fc.array(encoded, { maxLength: 4 }),
    ),
    query: fc.array(fc.tuple(fc.oneof(fc.constantFrom(...queryNames), encoded), encoded), { maxLength: 6 }),
  })
  .map(({ segments, query }) => {
    const pairs = query.map(([name, value]) => `${name}=${value}`).join('&')
    return `/api/v1/${segments.join('/')}${pairs === '' ? '' : `?${pairs}`}`
  })

const body = fc.oneof(
  fc.constant(''),
  fc.json(),
  fc.dictionary(fc.constantFrom(...fieldNames), fc.jsonValue()).map((fields) => JSON.stringify(fields)),
  fc.string({ unit: 'binary' }),
)

const header = fc.oneof(
  fc.constantFrom(
    'Content-Type: text/plain',
    'Content-Type: application/json; charset=utf-16',
    'Content-Type: ;;',
    'Content-Encoding: gzip',
    'Content-Encoding: nonsense',
    'X-Service-Team: nonsense',
    'X-Forwarded-For: ,,,',
    'If-None-Match: "x"',
    'Accept: text/html',
    'Expect: 100-continue',
    'Upgrade: h2c',
    'Range: bytes=0-1',
  ),
  fc.uuid().map((uuid) => `X-Service-Team: ${uuid}`),
)

const request = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE'),
  target,
  body,
  headers: fc.array(header, { maxLength: 3 }),
  key: fc.constantFrom('team', 'account', 'none'),
})

describe('random requests', () => {
  useApp({ handlers: echoHandlers })
  let keys: Record<string, string>

  before(async () => {
    const account = await anAccount()
    const team = await aTeam({ account })
    keys = {
      team: `Authorization: Bearer ${(await aKey({ team })).value}`,
      account: `Authorization: Bearer ${(await aKey({ account })).value}\r\nX-Service-Team: ${team.uuid}`,
      none: 'X-Nothing: at all',
    }
  })

  it('random requests get documented responses and never a 500', async () => {
    await fc.assert(
      fc.asyncProperty(request, async ({ method, target, body, headers, key }) => {
        currentApp().clock.advance(MINUTE_MS)
        const lines = [`${method} ${target} HTTP/1.1`, 'Host: x', 'Connection: close', keys[key], ...headers]
        const typed = headers.some((line) => line.startsWith('Content-Type'))
          ? []
          : ['Content-Type: application/json']
        const head = [...lines, ...typed, `Content-Length: ${Buffer.byteLength(body)}`].join('\r\n')

        const answer = await sendRaw(currentApp().url, `${head}\r\n\r\n${body}`)

        expect([200, 401, 404, 405, 422]).to.include(answer.status)
        const { error } = JSON.parse(answer.text || '{}')
        if (method === 'HEAD') expect(answer.text).to.equal('')
        else if (answer.status === 422) expect(error.fields).to.not.deep.equal({})
        else if (answer.status !== 200) expect(error.code).to.be.a('string')
      }),
      { numRuns: 500 },
    )
    expect(currentApp().log).to.deep.equal([])
  })
})

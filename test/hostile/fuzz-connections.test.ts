import { expect } from 'chai'
import fc from 'fast-check'
import { currentApp, isServing, useApp } from '../support/app.js'
import { fuzzRuns, fuzzSeed } from '../support/fuzz.js'
import { RawConnection } from '../support/raw-connection.js'
import { until } from '../support/until.js'

const line = fc.constantFrom(
  'GET / HTTP/1.1\r\n',
  'GET /docs/swagger-ui-bundle.js HTTP/1.1\r\n',
  'POST /mcp HTTP/1.1\r\n',
  'POST /api/v1/alerts HTTP/1.1\r\n',
  'PUT /api/v1/me HTTP/1.0\r\n',
  'CONNECT x:1 HTTP/1.1\r\n',
  'BREW / HTTP/1.1\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
)
const header = fc.constantFrom(
  'Host: x\r\n',
  'Host: y\r\n',
  'Connection: Upgrade\r\nUpgrade: websocket\r\n',
  'Connection: close\r\n',
  'Content-Length: 5\r\n',
  'Content-Length: 5000000\r\n',
  'Content-Length: -1\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Content-Encoding: gzip\r\n',
  'Expect: 100-continue\r\n',
  'Expect: anything\r\n',
)
const body = fc.constantFrom('hello', '5\r\nhello\r\n0\r\n\r\n', '5\r\nhel', 'ffffffffff\r\n', '{"a":', '')
const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array).toString('latin1'))
const request = fc
  .tuple(line, fc.array(header, { maxLength: 5 }), body)
  .map(([first, headers, rest]) => `${first}${headers.join('')}\r\n${rest}`)
const cutRequest = fc.tuple(request, fc.nat(200)).map(([text, length]) => text.slice(0, length))

const act = fc.oneof(
  { weight: 6, arbitrary: fc.oneof(request, cutRequest, bytes).map((text) => ({ does: 'send', text })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ does: 'end', text: '' }, { does: 'stop reading', text: '' }),
  },
)
const story = fc.record({ acts: fc.array(act, { maxLength: 6 }), isReset: fc.boolean() })

describe('random bytes on raw connections', () => {
  useApp({ connections: { stalledMs: 100, lingerMs: 20, idleMs: 10 } })

  it(`random bytes on raw connections never stop the server from serving (seed ${fuzzSeed})`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(story, { minLength: 1, maxLength: 5 }), async (stories) => {
        await Promise.all(
          stories.map(async ({ acts, isReset }) => {
            const connection = await RawConnection.open(currentApp().url)
            for (const { does, text } of acts) {
              if (does === 'end') connection.end()
              else if (does === 'stop reading') connection.stopReading()
              else await connection.send(Buffer.from(text, 'latin1'))
            }
            if (!isReset) await connection.ended()
            connection.reset()
          }),
        )

        await until(isServing)
      }),
      { numRuns: fuzzRuns(100), seed: fuzzSeed },
    )
    expect(currentApp().log.filter(({ level }) => Number(level) >= 50)).to.deep.equal([])
  }).timeout(0)
})

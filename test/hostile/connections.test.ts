import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { MINUTE_MS } from '../../lib/clock.js'
import { currentApp, isServing, useApp } from '../support/app.js'
import { aKey, anAccount, aTeam } from '../support/factories.js'
import { RawConnection } from '../support/raw-connection.js'
import { until } from '../support/until.js'

const CHANNEL = 'net.server.socket'
const MEBIBYTE = 1024 * 1024

const DOWNLOAD = 'GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n'

/** The server's ends of all connections made during a test. */
let accepted: Socket[] = []
const note = (message: unknown) => void accepted.push((message as { socket: Socket }).socket)

function useSockets(): void {
  before(() => subscribe(CHANNEL, note))
  beforeEach(() => {
    accepted = []
  })
  after(() => void unsubscribe(CHANNEL, note))
}

const open = () => RawConnection.open(currentApp().url)
const allClosed = () => until(() => accepted.every((socket) => socket.destroyed))

async function expectServing(): Promise<void> {
  await until(isServing)
  expect(currentApp().log.filter(({ level }) => Number(level) >= 50)).to.deep.equal([])
}

const OPENINGS: Record<string, string> = {
  nothing: '',
  CONNECT: 'CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  'CONNECT with bytes behind': 'CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n\x16\x03\x01',
  'an upgrade to WebSocket':
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: a\r\n\r\n',
  'an upgrade to HTTP/2': 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a TLS hello': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  garbage: 'nonsense\r\n\r\n',
  'an unknown method': 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n',
  'half a head': 'GET / HTTP/1.1\r\nHost',
  'a request': 'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
  'a request and garbage': 'GET / HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n',
  'half a body': 'POST /api/v1/alerts HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"na',
  'a broken chunk': 'POST /mcp HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n',
}

describe('hostile connections', () => {
  useApp({ connections: { stalledMs: 200, lingerMs: 50, idleMs: 10 } })
  useSockets()

  for (const [name, bytes] of Object.entries(OPENINGS)) {
    it(`connections that begin with ${name} and are reset at once leave the server serving`, async () => {
      for (let round = 0; round < 5; round++) {
        const connection = await open()
        await connection.send(Buffer.from(bytes, 'latin1'))
        connection.reset()
      }

      await allClosed()
      await expectServing()
    })

    it(`connections that begin with ${name} and are reset after the answer leave the server serving`, async () => {
      const connection = await open()
      await connection.send(Buffer.from(bytes, 'latin1'))
      await connection.answer()
      connection.reset()

      await allClosed()
      await expectServing()
    })

    it(`connections that begin with ${name} and then end their side are closed`, async () => {
      const connection = await open()
      await connection.send(Buffer.from(bytes, 'latin1'))
      connection.end()

      await allClosed()
      await expectServing()
    })

    it(`connections that begin with ${name} and never end their side are closed too`, async () => {
      const connection = await open()
      await connection.send(Buffer.from(bytes, 'latin1'))

      await allClosed()
      connection.reset()
    })
  }
})

describe('garbage behind a request that is still being answered', () => {
  useApp()
  useSockets()

  it('garbage behind a request that is still being answered adds no listeners to the response', async () => {
    // Search is ready when its threads have started.
    await until(async () => (await fetch(`${currentApp().url}/readyz`)).status === 200)
    const warnings: Error[] = []
    const keep = (warning: Error) => void warnings.push(warning)
    process.on('warning', keep)
    const connection = await open()

    await connection.send(`GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n${'nonsense'.repeat(MEBIBYTE / 2)}`)
    expect((await connection.answer())?.status).to.equal(200)

    await connection.ended()
    connection.end()
    process.off('warning', keep)
    expect(warnings).to.deep.equal([])
    await expectServing()
  })
})

describe('a connection that sends many requests at once', () => {
  useApp()
  useSockets()

  it('a connection that sends many requests at once gets the answers to the first 200, and ends', async () => {
    const connection = await open()
    await connection.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1000))

    for (let at = 0; at < 200; at++) expect((await connection.answer())?.status).to.equal(200)
    expect((await connection.answer())?.status).to.equal(400)
    expect(await connection.answer()).to.equal(undefined)
    connection.reset()
    await allClosed()
    await expectServing()
  })

  it('a connection must wait for each answer while a thousand requests of all connections wait', async () => {
    const connections = await Promise.all(Array.from({ length: 50 }, () => open()))
    await Promise.all(
      connections.map((connection) =>
        connection.send('GET /api/v1/me HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(190)),
      ),
    )

    const lasts = await Promise.all(
      connections.map(async (connection) => {
        for (let at = 0; at < 190; at++) {
          const answer = await connection.answer()
          if (answer?.status !== 401) return answer
        }
        return undefined
      }),
    )
    const refused = lasts.filter((answer) => answer !== undefined)

    expect(refused).to.not.deep.equal([])
    for (const { status, text } of refused) {
      expect(status).to.equal(400)
      expect(text).to.contain('send the next request of a connection after its response')
    }
    for (const connection of connections) connection.reset()
    await allClosed()
    await expectServing()
  })

  it('a connection may send several requests again once the connections of a thousand waiting requests are gone', async () => {
    const connections = await Promise.all(Array.from({ length: 50 }, () => open()))
    for (const connection of connections) connection.stopReading()
    await Promise.all(
      connections.map((connection) =>
        connection.send('GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(190)),
      ),
    )
    for (const connection of connections) connection.reset()
    await allClosed()

    const connection = await open()
    await connection.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3))
    for (let at = 0; at < 3; at++) expect((await connection.answer())?.status).to.equal(200)
    connection.reset()
  })

  it('a connection may send any number of requests, one after the other', async () => {
    const connection = await open()
    for (let at = 0; at < 600; at++) {
      await connection.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
      expect((await connection.answer())?.status).to.equal(200)
    }
    connection.reset()
  })
})

describe('answers that nobody reads', () => {
  useApp({ connections: { stalledMs: 200 } })
  useSockets()

  it('an answer is cut when its client has read nothing for a while', async () => {
    const connection = await open()
    connection.stopReading()
    await connection.send(DOWNLOAD.repeat(20))

    await allClosed()
    connection.reset()
    await expectServing()
  })
})

describe('answers that nobody reads, and that are too much together', () => {
  useApp({ connections: { unreadBytes: 40 * MEBIBYTE } })
  useSockets()

  it('answers that nobody reads are cut when they are too much together, the oldest first', async () => {
    const connections = [await open(), await open(), await open()]
    for (const connection of connections) {
      connection.stopReading()
      await connection.send(DOWNLOAD.repeat(20))
    }

    await until(() => accepted.filter(({ destroyed }) => destroyed).length === 2)
    expect(accepted.map(({ destroyed }) => destroyed)).to.deep.equal([true, true, false])
    for (const connection of connections) connection.reset()
    await expectServing()
  })
})

describe('a request that is answered before its body was read', () => {
  useApp()
  useSockets()
  let key: string
  let used: string

  before(async () => {
    key = (await aKey()).value
    used = (await aKey({ team: await aTeam({ account: await anAccount({ plan: 'free' }) }) })).value
    for (let count = 0; count < 10; count++) {
      await fetch(`${currentApp().url}/api/v1/me`, { headers: { authorization: `Bearer ${used}` } })
    }
  })

  const requests: Array<[what: string, line: string, key: () => string, status: number]> = [
    ['401', 'POST /api/v1/alerts', () => 'none', 401],
    ['404', 'POST /api/v1/nothing', () => key, 404],
    ['405', 'PUT /api/v1/me', () => key, 405],
    ['429', 'POST /api/v1/alerts', () => used, 429],
    ['422', 'POST /api/v1/alerts', () => key, 422],
    ['405 of a page', 'POST /healthz', () => 'none', 405],
    ['200 of a page', 'GET /healthz', () => 'none', 200],
    ['401 of /mcp', 'POST /mcp', () => 'none', 401],
    ['405 of /mcp', 'PUT /mcp', () => key, 405],
  ]

  const zeros = (mebibytes: number) => Buffer.alloc(mebibytes * MEBIBYTE)
  const bomb = gzipSync(zeros(400), { level: 1 })
  const bodies: Array<[what: string, body: Buffer, chunked: boolean, packed: boolean]> = [
    ['a short body', Buffer.alloc(300_000, ' '), false, false],
    ['a long body', zeros(8), false, false],
    ['a packed body', bomb, false, true],
    ['a body in chunks', zeros(8), true, false],
    ['a packed body in chunks', bomb, true, true],
  ]

  for (const [what, line, keyOf, status] of requests) {
    for (const [kind, body, isChunked, isPacked] of bodies) {
      it(`a request answered with ${what} before its body was read leaves its connection usable or says that it closes it: ${kind}`, async () => {
        const connection = await open()
        const head = [
          `${line} HTTP/1.1`,
          'Host: x',
          `Authorization: Bearer ${keyOf()}`,
          'Content-Type: application/json',
          ...(isPacked ? ['Content-Encoding: gzip'] : []),
          isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`,
        ]
        await connection.send(`${head.join('\r\n')}\r\n\r\n`)
        // Only behind the head: a client does not know its answer before.
        if (isChunked) await connection.send(`${body.length.toString(16)}\r\n`)
        await connection.send(body)
        if (isChunked) await connection.send('\r\n0\r\n\r\n')

        const answer = await connection.answer()
        expect(answer?.status).to.equal(status)
        if (answer?.headers.connection === 'close') {
          await connection.ended()
        } else {
          await connection.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
          expect((await connection.answer())?.status).to.equal(200)
        }
        connection.reset()
        await allClosed()
      })
    }
  }

  it('a request whose client goes on sending is cut soon after its answer', async () => {
    const connection = await open()
    const head = 'POST /api/v1/alerts HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
    await connection.send(head)
    const answer = await connection.answer()
    expect(answer?.status).to.equal(401)
    expect(answer?.headers.connection).to.equal('close')

    await until(async () => {
      await connection.send('1\r\nx\r\n')
      return accepted.every(({ destroyed }) => destroyed)
    })
    currentApp().clock.advance(MINUTE_MS)
  })
})

import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as allOfZlib from 'node:zlib'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import type { StartTimer } from '../../lib/clock.js'
import { createSafeFetch, FetchError, type SafeFetch, type SafeFetchOptions } from '../../lib/safe-fetch.js'
import { type Authority, anAuthority } from '../support/certificates.js'
import { TestTimers } from '../support/clock.js'
import { aReceiver, type Receiver } from '../support/https-receiver.js'
import { until } from '../support/until.js'

const LOOPBACK = ['127.0.0.0/8', '::1/128']

describe('requests to elsewhere', () => {
  const closing: Array<() => unknown> = []
  let authority: Authority

  before(() => {
    authority = anAuthority()
  })

  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })

  function aFetch(options: SafeFetchOptions = {}): SafeFetch {
    const fetch = createSafeFetch({ ca: authority.ca, allowedNetworks: LOOPBACK, ...options })
    closing.push(() => fetch.close())
    return fetch
  }

  async function anHttpsReceiver(names?: string[], options?: { expired?: boolean }): Promise<Receiver> {
    const receiver = await aReceiver(authority.issue(names, options))
    closing.push(() => receiver.close())
    return receiver
  }

  async function anHttpServer(listener: RequestListener): Promise<string> {
    const server: Server = createServer(listener).listen(0, '127.0.0.1')
    await once(server, 'listening')
    closing.push(() => {
      server.closeAllConnections()
      server.close()
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** A server that says what it likes on a bare connection. */
  async function aRawServer(onConnection: (socket: Socket) => void): Promise<string> {
    const sockets: Socket[] = []
    const server = createTcpServer((socket) => {
      sockets.push(socket.on('error', () => undefined))
      onConnection(socket)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    closing.push(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  async function failure(work: Promise<unknown>): Promise<FetchError> {
    const error = await work.then(
      () => undefined,
      (thrown) => thrown,
    )
    expect(error, 'the request should have failed').to.be.instanceOf(FetchError)
    return error as FetchError
  }

  describe('the guard', () => {
    const LITERALS = [
      '127.0.0.1', '127.1', '0x7f.1', '0177.0.0.1', '2130706433', '0x7f000001', '127.0.0.1.', '0', '0.0.0.0',
      '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[0:0:0:0:0:ffff:7f00:0001]',
      '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '１２７.0.0.1', '127。0。0。1', '%31%32%37.0.0.1', '10.0.0.1',
      '169.254.169.254', '[fd00:ec2::254]', '[fe80::1]', '100.64.0.1',
    ] // biome-ignore format: a table

    for (const host of LITERALS) {
      it(`${host} is neither stored nor requested`, async () => {
        const fetch = aFetch({ allowedNetworks: [] })

        expect((await failure(fetch.checkUrl(`https://${host}/hook`))).code).to.equal('address_not_public')
        expect((await failure(fetch.fetch(`http://${host}:9/`))).code).to.equal('address_not_public')
      })
    }

    it('nothing is sent to a server on a refused address', async () => {
      const receiver = await anHttpsReceiver()
      const fetch = aFetch({ allowedNetworks: [] })

      const error = await failure(fetch.fetch(receiver.url()))

      expect(error.message).to.equal('the address is not public')
      expect(receiver.connections()).to.equal(0)
    })

    it('a host is refused if one of its addresses is not public', async () => {
      const fetch = aFetch({
        allowedNetworks: [],
        resolve: async () => [
          { address: '93.184.216.34', family: 4 },
          { address: '10.0.0.7', family: 4 },
        ],
      })

      expect((await failure(fetch.checkUrl('https://mixed.test/'))).code).to.equal('address_not_public')
      expect((await failure(fetch.fetch('https://mixed.test/'))).code).to.equal('address_not_public')
    })

    it('a host that is no longer public is refused when connecting', async () => {
      const receiver = await anHttpsReceiver()
      let address = '93.184.216.34'
      const fetch = aFetch({ allowedNetworks: [], resolve: async () => [{ address, family: 4 }] })
      await fetch.checkUrl(receiver.url('/hook', 'a.receiver.test'))

      address = '127.0.0.1'
      const error = await failure(fetch.fetch(receiver.url('/hook', 'a.receiver.test')))

      expect(error.message).to.equal('the host name resolves to an address that is not public')
      expect(receiver.connections()).to.equal(0)
    })

    it('a host is looked up once per connection, and the checked address is used', async () => {
      const receiver = await anHttpsReceiver()
      const answers = ['127.0.0.1', '10.0.0.1']
      const fetch = aFetch({ resolve: async () => [{ address: answers.shift() ?? '10.0.0.1', family: 4 }] })

      const answer = await fetch.fetch(receiver.url('/hook', 'a.receiver.test'))
      await answer.discard()

      expect(answer.status).to.equal(204)
      expect(answers).to.deep.equal(['10.0.0.1'])
    })

    it('the host name is used in Host and in the certificate check', async () => {
      const receiver = await anHttpsReceiver(['DNS:a.receiver.test'])
      const fetch = aFetch({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] })

      await (await fetch.fetch(receiver.url('/x', 'a.receiver.test'))).discard()
      const error = await failure(fetch.fetch(receiver.url('/x', 'b.receiver.test')))

      expect(receiver.requests[0]!.headers.host).to.equal(`a.receiver.test:${receiver.port}`)
      expect(error).to.include({ code: 'tls', message: 'TLS certificate is for another host name' })
    })

    it('names with a final dot, IPv6 literals and names in other scripts are accepted', async () => {
      const names = ['DNS:a.receiver.test', 'DNS:xn--bcher-kva.test', 'IP:127.0.0.1', 'IP:::1']
      const receiver = await anHttpsReceiver(names)
      const v6 = await aReceiver(authority.issue(names), { host: '::1' })
      closing.push(() => v6.close())
      const fetch = aFetch({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] })

      for (const url of [receiver.url('/', 'a.receiver.test.'), receiver.url('/', 'bücher.test'), v6.url()]) {
        await fetch.checkUrl(url, { https: true })
        const answer = await fetch.fetch(url)
        await answer.discard()
        expect(answer.status, url).to.equal(204)
      }
    })

    it('the next address of a host is tried if one does not answer', async () => {
      const receiver = await anHttpsReceiver()
      const addresses = [
        { address: '::1', family: 6 },
        { address: '127.0.0.1', family: 4 },
      ]
      const fetch = aFetch({ resolve: async () => addresses })

      const answer = await fetch.fetch(receiver.url('/', 'a.receiver.test'))
      await answer.discard()

      expect(answer.status).to.equal(204)
    })

    it('proxies of the environment are not used', async () => {
      let proxied = 0
      const proxy = await anHttpServer((_, response) => {
        proxied += 1
        response.end()
      })
      const receiver = await anHttpsReceiver()
      const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy', 'ALL_PROXY'] as const
      for (const name of names) process.env[name] = proxy
      closing.push(() => {
        for (const name of names) delete process.env[name]
      })

      await (await aFetch().fetch(receiver.url())).discard()

      expect(proxied).to.equal(0)
      expect(receiver.requests).to.have.length(1)
    })

    it('an address that the operator configured may be private and contain credentials', async () => {
      let authorization: string | undefined
      const url = await anHttpServer((request, response) => {
        authorization = request.headers.authorization
        response.end('ok')
      })
      const fetch = aFetch({ allowedNetworks: [] })

      const answer = await fetch.fetch(url.replace('//', '//me:s%3Acret@'), { trusted: true })

      expect((await answer.body()).toString()).to.equal('ok')
      expect(authorization).to.equal(`Basic ${Buffer.from('me:s:cret').toString('base64')}`)
    })
  })

  describe('addresses to be stored', () => {
    const refused: Array<[string, string]> = [
      ['http://93.184.216.34/', 'the URL must begin with https://'],
      ['ftp://93.184.216.34/', 'the URL must begin with https://'],
      ['https:93.184.216.34', 'the URL cannot be read'],
      ['93.184.216.34/hook', 'the URL must begin with https://'],
      ['https://', 'the URL cannot be read'],
      ['https://exa mple.test/', 'the URL must not contain white space'],
      ['https://93.184.216.34/a\u0000b', 'the URL cannot be read'],
      ['https://93.184.216.34:99999/', 'it must be absolute, with a valid host and port'],
      ['https://93.184.216.34:0/', 'the URL has a port that nothing can listen on'],
      ['https://[fe80::1%25eth0]/', 'the URL cannot be read'],
      ['https://user@93.184.216.34/', 'the URL must not contain a user name or password'],
      ['https://:word@93.184.216.34/', 'the URL must not contain a user name or password'],
      [`https://93.184.216.34/${'x'.repeat(1979)}`, 'the URL is longer than 2000 characters'],
    ]

    for (const [url, message] of refused) {
      it(`the address ${JSON.stringify(url.slice(0, 40))} is refused`, async () => {
        expect((await failure(aFetch().checkUrl(url, { https: true }))).message).to.include(message)
      })
    }

    it('public hosts are accepted on any port, up to 2000 characters', async () => {
      const fetch = aFetch({
        allowedNetworks: [],
        resolve: async () => [{ address: '93.184.216.34', family: 4 }],
      })

      for (const url of [
        'https://example.test/hook?x=1',
        'https://example.test:8443',
        'https://[2606:4700:4700::1111]:444/',
        'HTTPS://bücher.test/ü',
        `https://93.184.216.34/${'x'.repeat(1978)}`,
      ]) {
        await fetch.checkUrl(url, { https: true })
      }
    })

    it('a host that does not resolve is refused', async () => {
      const fetch = aFetch({
        resolve: () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })),
      })

      const error = await failure(fetch.checkUrl('https://nowhere.test/'))

      expect(error).to.include({ code: 'dns', message: 'the host name does not resolve' })
    })
  })

  describe('limits', () => {
    it('a request fails without a status in time', async () => {
      const url = await aRawServer(() => undefined)

      const error = await failure(aFetch().fetch(url, { headTimeoutMs: 50 }))

      expect(error).to.include({ code: 'timeout', message: 'timed out: no answer within 0.05 seconds' })
    })

    it('a request fails if the head comes byte by byte', async () => {
      const url = await aRawServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nx-long: ')
        const timer = setInterval(() => socket.write('x'), 10)
        socket.on('close', () => clearInterval(timer))
      })

      const error = await failure(aFetch().fetch(url, { headTimeoutMs: 100 }))

      expect(error.code).to.equal('timeout')
    })

    it('a request fails if the body never ends', async () => {
      const url = await anHttpServer((_, response) => {
        const timer = setInterval(() => response.write('x'), 10)
        response.on('close', () => clearInterval(timer))
      })

      const answer = aFetch().fetch(url, { timeoutMs: 150 })
      const error = await failure(answer.then((response) => response.body()))

      expect(error).to.include({
        code: 'timeout',
        message: 'timed out: the answer was not complete within 0.15 seconds',
      })
    })

    it('a body is read up to the limit, announced or not', async () => {
      const url = await anHttpServer((request, response) => {
        if (request.url === '/announced') response.setHeader('content-length', 100_000_000)
        response.on('error', () => undefined)
        const pump = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        }
        response.on('drain', pump)
        pump()
      })

      for (const path of ['/announced', '/endless']) {
        const answer = await aFetch().fetch(url + path, { maxBytes: 200_000 })
        const error = await failure(answer.body())
        expect(error).to.include({ code: 'too_large', message: 'the answer is larger than 200 kB' })
      }
    })

    it('the connection of an endless discarded body is closed', async () => {
      const url = await anHttpServer((_, response) => {
        response.on('error', () => undefined)
        const pump = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        }
        response.on('drain', pump)
        pump()
      })

      const answer = await aFetch().fetch(url)
      await answer.discard()

      expect(answer.status).to.equal(200)
    })

    it('an answer can be discarded after its request was cancelled', async () => {
      let isClosed = false
      const url = await anHttpServer((_, response) => {
        response.on('close', () => {
          isClosed = true
        })
        response.write('a beginning')
      })
      const cancel = new AbortController()

      const answer = await aFetch().fetch(url, { signal: cancel.signal })
      cancel.abort()
      await until(() => isClosed)
      await answer.discard()

      expect(answer.status).to.equal(200)
    })

    it('a body is read up to the limit if only the status counts', async () => {
      let closed = 0
      const url = await anHttpServer((_, response) => {
        const pump = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        }
        response.on('error', () => undefined).on('drain', pump)
        response.on('close', () => {
          closed += 1
        })
        pump()
      })

      const { status, connectionFree } = await aFetch().fetchStatus(url)
      await connectionFree
      await until(() => closed === 1)

      expect(status).to.equal(200)
    })

    it('the connection of a slow body is closed if only the status counts', async () => {
      const url = await anHttpServer((_, response) => {
        response.writeHead(202).write('and')
      })

      const { status, connectionFree } = await aFetch().fetchStatus(url)
      await connectionFree

      expect(status).to.equal(202)
    })

    it('a connection is reused if only the status counts', async () => {
      const ports = new Set<number | undefined>()
      const url = await anHttpServer((request, response) => {
        ports.add(request.socket.remotePort)
        response.end('thanks')
      })
      const fetch = aFetch()

      for (let time = 0; time < 3; time++) await (await fetch.fetchStatus(url)).connectionFree

      expect(ports).to.have.property('size', 1)
    })

    it('the same guard and reasons apply if only the status counts', async () => {
      const silent = await aRawServer(() => undefined)
      const open = await anHttpServer((_, response) => response.end())
      const reasonOf = async (url: string, fetch = aFetch()) =>
        (await failure(fetch.fetchStatus(url, { headTimeoutMs: 1000 }))).message

      expect(await reasonOf(open, aFetch({ allowedNetworks: [] }))).to.equal('the address is not public')
      expect(await reasonOf(open.replace('//', '//me:secret@'))).to.include('user name or password')
      expect(await reasonOf(silent)).to.equal('timed out: no answer within 1 second')
      expect(await reasonOf('http://127.0.0.1:1/')).to.equal('connection refused')
      expect(await reasonOf('https://')).to.include('cannot be read')
    })

    it('endless headers are refused', async () => {
      const url = await aRawServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n')
        for (let line = 0; line < 2000; line += 1) socket.write(`x-${line}: ${'y'.repeat(100)}\r\n`)
      })

      expect((await failure(aFetch().fetch(url))).code).to.equal('too_large')
    })

    it('a request stops when its caller does', async () => {
      const url = await aRawServer(() => undefined)
      const abort = new AbortController()

      const pending = failure(aFetch().fetch(url, { signal: abort.signal }))
      abort.abort()

      expect((await pending).code).to.equal('aborted')
      expect((await failure(aFetch().fetch(url, { signal: abort.signal }))).code).to.equal('aborted')
    })
  })

  describe('faults', () => {
    it('the error names an unknown certificate authority, an expired certificate, and missing TLS', async () => {
      const stranger = await aReceiver(anAuthority().issue())
      closing.push(() => stranger.close())
      const expired = await anHttpsReceiver(undefined, { expired: true })
      const plain = await anHttpServer((_, response) => response.end())
      const fetch = aFetch()

      const messages = []
      for (const url of [stranger.url(), expired.url(), plain.replace('http:', 'https:')]) {
        const error = await failure(fetch.fetch(url))
        expect(error.code).to.equal('tls')
        messages.push(error.message)
      }

      expect(messages).to.deep.equal([
        'TLS certificate comes from an unknown authority',
        'TLS certificate has expired',
        'TLS handshake failed',
      ])
    })

    it('an unknown certificate authority is refused even if the environment switches the check off', async () => {
      const stranger = await aReceiver(anAuthority().issue())
      closing.push(() => stranger.close())
      const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED
      process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
      closing.push(() => {
        if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
        else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
      })

      const error = await failure(aFetch().fetch(stranger.url()))

      expect(error.code).to.equal('tls')
      expect(stranger.requests).to.have.length(0)
    })

    it('the error names a reset, a closed port, and an answer that is not HTTP', async () => {
      const resetting = await aRawServer((socket) => socket.once('data', () => socket.resetAndDestroy()))
      const nonsense = await aRawServer((socket) => socket.end('hello there\r\n\r\n'))
      const closed = await anHttpServer(() => undefined)
      await closing.pop()!()
      const fetch = aFetch()

      expect((await failure(fetch.fetch(resetting))).code).to.equal('reset')
      expect((await failure(fetch.fetch(nonsense))).code).to.equal('protocol')
      expect((await failure(fetch.fetch(closed))).message).to.equal('connection refused')
    })

    it('the error names a truncated body', async () => {
      const url = await aRawServer((socket) =>
        socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc')),
      )

      const answer = await aFetch().fetch(url)
      const error = await failure(answer.body())

      expect(error.message).to.equal('connection closed before the answer was complete')
    })

    it('the error names a truncated stream, compressed or not', async () => {
      const breakOff = (headers: string) =>
        aRawServer((socket) =>
          socket.once('data', () => {
            socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n${headers}\r\nabc`, () =>
              socket.destroy(),
            )
          }),
        )

      for (const headers of ['', 'content-encoding: gzip\r\n', 'content-encoding: deflate\r\n']) {
        const answer = await aFetch().fetch(await breakOff(headers), { decompress: true })
        const error = await failure(pipeline(answer.stream(), new PassThrough().resume()))

        expect(['reset', 'decode'], headers).to.include(error.code)
      }
    })
  })

  describe('interim answers', () => {
    const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'
    const HINTS = 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>; rel=preload\r\n\r\n'
    const CREATED = 'HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\nok'
    const ANSWERS: Record<string, string[]> = {
      'a 103 before the answer': [HINTS, CREATED],
      'a 103 and the answer at once': [HINTS + CREATED],
      'a 103 in pieces': ['HTTP/1.1 1', '03 Early', ' Hints\r\n', '\r\nHTTP', CREATED.slice(4)],
      several: [HINTS, HINTS, HINTS + CREATED],
    }
    for (const [what, pieces] of Object.entries(ANSWERS)) {
      it(`interim answers are skipped: ${what}`, async () => {
        const url = await aRawServer((socket) => {
          socket.setNoDelay()
          socket.on('data', async () => {
            for (const piece of pieces) await new Promise((sent) => socket.write(piece, sent))
          })
        })
        const fetch = aFetch()

        for (const path of ['/first', '/second']) {
          const answer = await fetch.fetch(url + path)
          expect(answer.status).to.equal(201)
          expect(answer.headers).to.deep.equal({ 'content-length': '2' })
          expect((await answer.body()).toString()).to.equal('ok')
        }
      })
    }

    it('interim answers alone are not an answer', async () => {
      const url = await aRawServer((socket) => socket.once('data', () => socket.write(HINTS)))

      const error = await failure(aFetch().fetch(url, { headTimeoutMs: 50 }))

      expect(error.code).to.equal('timeout')
    })

    it('an unrequested 100 ends the request', async () => {
      const url = await aRawServer((socket) => socket.once('data', () => socket.write(CONTINUE + CREATED)))

      const error = await failure(aFetch().fetch(url))

      expect(error.code).to.equal('reset')
    })
  })

  describe('redirects', () => {
    it('a redirect is an answer if one request is sent', async () => {
      const url = await anHttpServer((_, response) => response.writeHead(301, { location: '/next' }).end())

      const answer = await aFetch().fetch(url)
      await answer.discard()

      expect(answer.status).to.equal(301)
      expect(answer.headers.location).to.equal('/next')
    })

    it('redirects are followed on request, and listed with their statuses', async () => {
      const url = await anHttpServer((request, response) => {
        if (request.url === '/a') response.writeHead(301, { location: '/b' }).end()
        else if (request.url === '/b') response.writeHead(302, { location: 'c' }).end()
        else response.end('here')
      })

      const { response, chain } = await aFetch().fetchFollowing(`${url}/a`)

      expect((await response.body()).toString()).to.equal('here')
      expect(chain).to.deep.equal([
        { url: `${url}/a`, status: 301, location: `${url}/b` },
        { url: `${url}/b`, status: 302, location: `${url}/c` },
        { url: `${url}/c`, status: 200 },
      ])
    })

    it('three redirects are followed, and a fourth is refused', async () => {
      const url = await anHttpServer((request, response) => {
        const left = Number(request.url!.slice(1))
        if (left > 0) response.writeHead(307, { location: `/${left - 1}` }).end()
        else response.end('here')
      })

      const { chain } = await aFetch().fetchFollowing(`${url}/3`)
      const error = await failure(aFetch().fetchFollowing(`${url}/4`))

      expect(chain).to.have.length(4)
      expect(error).to.include({ code: 'too_many_redirects', message: 'more than 3 redirects' })
    })

    it('one time limit covers all requests of a chain of redirects', async () => {
      const timers = new TestTimers()
      const limits: number[] = []
      const startTimer: StartTimer = (run, ms) => {
        limits.push(ms)
        return timers.start(run, ms)
      }
      const url = await anHttpServer((request, response) => {
        if (request.url === '/a') response.writeHead(302, { location: '/b' }).end()
        else timers.upTo(40_000)()
      })

      const times = { headTimeoutMs: 50_000, timeoutMs: 40_000 }
      const error = await failure(aFetch({ startTimer }).fetchFollowing(`${url}/a`, times))

      const [, first, , second] = limits
      expect(first).to.equal(40_000)
      expect(second).to.be.below(40_000)
      expect(error.message).to.equal('timed out: the answer was not complete within 40 seconds')
    })

    it('a redirect to an invalid address fails, and the connection is reused', async () => {
      const ports = new Set<number>()
      const url = await anHttpServer((request, response) => {
        ports.add(request.socket.remotePort!)
        // As much as is buffered: a larger body is not read to its end, a smaller one ends by itself.
        response.writeHead(302, { location: 'http://[' }).end(Buffer.alloc(64 * 1024))
      })
      const fetch = aFetch()

      const codes: string[] = []
      for (let time = 0; time < 5; time++) codes.push((await failure(fetch.fetchFollowing(url))).code)

      expect(codes).to.deep.equal(Array(5).fill('protocol'))
      // The second request may begin before the first connection counts as free.
      expect(ports.size).to.be.at.most(2)
    })

    it('redirects pass the guard, and send no credentials to another origin', async () => {
      const seen: Array<string | undefined> = []
      const other = await anHttpServer((request, response) => {
        seen.push(request.headers.authorization)
        response.end()
      })
      const url = await anHttpServer((request, response) => {
        seen.push(request.headers.authorization)
        response.writeHead(302, { location: request.url === '/in' ? 'http://10.0.0.1/' : other }).end()
      })

      const { response } = await aFetch().fetchFollowing(url, { headers: { authorization: 'Bearer x' } })
      await response.discard()
      const error = await failure(aFetch().fetchFollowing(`${url}/in`))

      expect(seen.slice(0, 2)).to.deep.equal(['Bearer x', undefined])
      expect(error.code).to.equal('address_not_public')
    })
  })

  describe('compressed answers', () => {
    /** Node has it from 22.15 on. */
    const { zstdCompressSync } = allOfZlib as { zstdCompressSync?: (bytes: Buffer) => Buffer }
    const packedWithZstd = (bytes: Buffer): Array<[string, Buffer]> =>
      zstdCompressSync ? [['zstd', zstdCompressSync(bytes)]] : []
    const text = Buffer.from('A podcast feed. '.repeat(5000))
    const packings: Array<[string, Buffer]> = [
      ['gzip', gzipSync(text)],
      ['x-gzip', gzipSync(text)],
      ['br', brotliCompressSync(text)],
      ['deflate', deflateSync(text)],
      ['deflate', deflateRawSync(text)],
      ['gzip, br', brotliCompressSync(gzipSync(text))],
      ...packedWithZstd(text),
      ['identity', text],
    ]

    for (const [encoding, packed] of packings) {
      it(`an answer in ${encoding} is decompressed (${packed.length} bytes)`, async () => {
        const url = await anHttpServer((_, response) => {
          response.writeHead(200, { 'content-encoding': encoding }).end(packed)
        })

        const answer = await aFetch().fetch(url, { decompress: true })

        expect((await answer.body()).equals(text)).to.equal(true)
      })
    }

    it('an answer may not exceed the limit after decompression', async () => {
      const bombs: Array<[string, Buffer]> = [
        ['gzip', gzipSync(Buffer.alloc(20_000_000))],
        ['br', brotliCompressSync(Buffer.alloc(20_000_000))],
        ['deflate', deflateRawSync(Buffer.alloc(20_000_000))],
        ...packedWithZstd(Buffer.alloc(20_000_000)),
      ]
      for (const [encoding, packed] of bombs) {
        const url = await anHttpServer((_, response) => {
          response.writeHead(200, { 'content-encoding': encoding }).end(packed)
        })
        const answer = await aFetch().fetch(url, { decompress: true, maxBytes: 1_000_000 })
        expect((await failure(answer.body())).message, encoding).to.equal('the answer is larger than 1 MB')
      }
    })

    it('an answer that cannot be decompressed is refused', async () => {
      for (const encoding of ['gzip', 'br', 'deflate', 'zip', 'gzip, gzip, gzip, gzip']) {
        const url = await anHttpServer((_, response) => {
          response.writeHead(200, { 'content-encoding': encoding }).end('plain text, and not packed at all')
        })
        const answer = await aFetch().fetch(url, { decompress: true })
        expect((await failure(answer.body())).code, encoding).to.equal('decode')
      }
    })

    it('the connection of an answer with an unknown encoding is closed at once', async () => {
      let isClosed: Promise<unknown> = Promise.resolve()
      const url = await anHttpServer((_, response) => {
        isClosed = new Promise((resolve) => response.once('close', resolve))
        // It would go on for ever.
        response.writeHead(200, { 'content-encoding': 'x-snappy' }).write('packed')
      })
      const answer = await aFetch().fetch(url, { decompress: true, timeoutMs: 3_600_000 })

      expect((await failure(answer.body())).message).to.contain('(x-snappy)')
      await isClosed
    })

    it('an answer stays compressed unless decompression is requested', async () => {
      const url = await anHttpServer((request, response) => {
        expect(request.headers['accept-encoding']).to.equal(undefined)
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(text))
      })

      const answer = await aFetch().fetch(url)

      expect((await answer.body()).equals(gzipSync(text))).to.equal(true)
    })
  })

  it('a connection is reused after a body was read or discarded', async () => {
    const receiver = await anHttpsReceiver()
    receiver.answerWith((_, response) => response.end('a short body'))
    const fetch = aFetch()

    for (let count = 0; count < 5; count += 1) await (await fetch.fetch(receiver.url())).discard()
    for (let count = 0; count < 5; count += 1) await (await fetch.fetch(receiver.url())).body()

    // A connection counts as free a moment after the body's end, so the next request may open a second one.
    expect(receiver.connections()).to.be.at.most(2)
  })
})

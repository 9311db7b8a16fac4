import { connect } from 'node:net'
import { expect } from 'chai'
import { currentApp, useApp } from '../support/app.js'
import { aKey } from '../support/factories.js'
import { type RawAnswer, sendRaw } from '../support/raw-http.js'

const send = (bytes: string | Buffer) => sendRaw(currentApp().url, bytes)

function expectEnvelope(answer: RawAnswer, status: number, code: string): void {
  expect(answer.status).to.equal(status)
  expect(answer.headers['content-type']).to.equal('application/json; charset=utf-8')
  expect(answer.headers['x-request-id']).to.match(/^[0-9a-f-]{36}$/)
  expect(JSON.parse(answer.text).error.code).to.equal(code)
}

describe('broken HTTP', () => {
  useApp()
  let authorization: string

  before(async () => {
    authorization = `Authorization: Bearer ${(await aKey()).value}`
  })

  it('the server answers bytes that are not HTTP with the error envelope', async () => {
    for (const bytes of [
      'nonsense\r\n\r\n',
      'a b\r\n\r\n',
      'BREW x y z\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      '\0\0\0\0\r\n\r\n',
    ]) {
      const answer = await send(bytes)

      expectEnvelope(answer, 400, 'invalid_input')
    }
  })

  it('the server answers 400 to an unknown HTTP method', async () => {
    for (const method of ['BREW', 'get', 'G']) {
      const answer = await send(`${method} /api/v1/me HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`)

      expectEnvelope(answer, 400, 'invalid_input')
      expect(JSON.parse(answer.text).error.message).to.equal('The method is not one of HTTP.')
    }
  })

  it('the server answers the request before a broken one and none after it', async () => {
    const good = `GET /api/v1/me HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`
    for (const broken of ['BREW / HTTP/1.1\r\nHost: x\r\n\r\n', 'nonsense\r\n\r\n']) {
      const answer = await send(`${good}${broken}${good}`)

      expect(answer.status).to.equal(200)
      expect(JSON.parse(answer.text)).to.have.property('scope')
    }
  })

  it('the server answers 400 to a request without a Host header', async () => {
    expectEnvelope(await send(`GET /api/v1/me HTTP/1.1\r\n${authorization}\r\n\r\n`), 400, 'invalid_input')
    expect((await send(`GET /api/v1/me HTTP/1.0\r\n${authorization}\r\n\r\n`)).status).to.equal(200)
  })

  it('the server answers 400 to a request with two Host headers', async () => {
    for (const second of ['Host: x', 'HOST: y']) {
      expectEnvelope(
        await send(`GET /api/v1/me HTTP/1.1\r\nHost: x\r\n${second}\r\n${authorization}\r\n\r\n`),
        400,
        'invalid_input',
      )
    }
  })

  it('the server answers 417 to an expectation that it cannot meet', async () => {
    const head = `POST /api/v1/alerts HTTP/1.1\r\nHost: x\r\n${authorization}\r\nContent-Length: 2`

    expectEnvelope(await send(`${head}\r\nExpect: the best\r\n\r\n{}`), 417, 'invalid_input')
    expectEnvelope(
      await send(
        `${head}\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n{}`,
      ),
      422,
      'invalid_input',
    )
  })

  it('the server answers 405 to CONNECT', async () => {
    expectEnvelope(
      await send('CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n'),
      405,
      'method_not_allowed',
    )
  })

  it('the server asks for percent-encoding where an address holds other characters', async () => {
    const answer = await send(
      `GET /api/v1/podcasts/search?q=caf\u00e9 HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`,
    )

    expectEnvelope(answer, 400, 'invalid_input')
    expect(JSON.parse(answer.text).error.message).to.include('percent-encoded')
  })

  it('the server answers 431 to headers that are too large', async () => {
    const answer = await send(`GET /api/v1/me HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(300_000)}\r\n\r\n`)

    expectEnvelope(answer, 431, 'invalid_input')
  })

  it('the server refuses two Content-Length headers and an invalid one', async () => {
    const head = `POST /api/v1/alerts HTTP/1.1\r\nHost: x\r\n${authorization}\r\nContent-Type: application/json\r\n`
    for (const lengths of [
      'Content-Length: 2\r\nContent-Length: 3',
      'Content-Length: -1',
      'Content-Length: two',
    ]) {
      expectEnvelope(await send(`${head}${lengths}\r\n\r\n{}`), 400, 'invalid_input')
    }
  })

  it('the server takes the first of two Authorization headers', async () => {
    const twice = `${authorization}\r\nAuthorization: Bearer other`

    const answer = await send(`GET /api/v1/me HTTP/1.1\r\nHost: x\r\n${twice}\r\nConnection: close\r\n\r\n`)

    expect(answer.status).to.equal(200)
  })

  it('the server accepts an absolute URL as the request target', async () => {
    const head = `GET http://elsewhere.example/api/v1/me?x=1 HTTP/1.1\r\nHost: x\r\n${authorization}`

    expect((await send(`${head}\r\nConnection: close\r\n\r\n`)).status).to.equal(200)
  })

  it('the server answers 404 to targets that are not paths', async () => {
    for (const target of ['*', '//', '/..', '/%', '/%00', '/api', '/api/v2/me', '/api/v1x']) {
      const answer = await send(
        `GET ${target} HTTP/1.1\r\nHost: x\r\n${authorization}\r\nConnection: close\r\n\r\n`,
      )

      expectEnvelope(answer, 404, 'not_found')
    }
  })

  it('the server accepts a chunked body', async () => {
    const head = `POST /api/v1/alerts HTTP/1.1\r\nHost: x\r\n${authorization}\r\nContent-Type: application/json`
    const chunks = '9\r\n{"name":"\r\n4\r\nx"} \r\n0\r\n\r\n'

    const answer = await send(`${head}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunks}`)

    expectEnvelope(answer, 422, 'invalid_input')
    expect(JSON.parse(answer.text).error.fields).to.have.all.keys('keywords')
  })

  it('the server keeps serving after clients hang up in the middle of a body', async () => {
    const { hostname, port } = new URL(currentApp().url)
    for (let count = 0; count < 20; count++) {
      const socket = connect(Number(port), hostname)
      const head = `POST /api/v1/alerts HTTP/1.1\r\nHost: x\r\n${authorization}\r\nContent-Type: application/json`
      await new Promise((resolve) => socket.write(`${head}\r\nContent-Length: 100\r\n\r\n{"name"`, resolve))
      socket.destroy()
    }

    const answer = await send(
      `GET /api/v1/me HTTP/1.1\r\nHost: x\r\n${authorization}\r\nConnection: close\r\n\r\n`,
    )

    expect(answer.status).to.equal(200)
    expect(currentApp().log.filter((line) => Number(line.level) >= 50)).to.deep.equal([])
  })
})

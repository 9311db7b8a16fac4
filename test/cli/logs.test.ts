import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Json } from '../support/api.js'
import { Api } from '../support/api.js'
import { Cli } from '../support/cli.js'
import { until } from '../support/until.js'

/** Of nobody. */
const API_KEY = `ovh_${'k'.repeat(40)}`

describe('the log of serve', () => {
  const cli = new Cli({
    OVERHEARD_LOG_LEVEL: 'trace',
    OVERHEARD_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
    OVERHEARD_SMTP_URL: 'smtp://desk:mail-password@127.0.0.1:1',
    OVERHEARD_METRICS_TOKEN: 'metrics-token-value',
    OVERHEARD_CLASSIFIER_URL: 'http://127.0.0.1:1/v1',
    OVERHEARD_CLASSIFIER_KEY: 'classifier-key-value',
  })
  let api: Api
  let key: string
  let log = ''

  const lines = (): Json[] =>
    log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  const lineOf = (requestId: string | null) => lines().filter((line) => line.requestId === requestId)

  before(async () => {
    const account = await cli.json(['account', 'create', '--name', 'A', '--plan', 'pro'])
    const team = await cli.json(['team', 'create', '--account', account.id, '--name', 'T'])
    key = (await cli.json(['key', 'create', '--team', team.id, '--name', 'K'])).key
    const { child, announced } = await cli.serve()
    child.stderr!.on('data', (chunk) => {
      log += chunk
    })
    api = new Api(announced.listening, key)
  })
  after(() => cli.close())

  it('a request is logged in one line, with its key and its result', async () => {
    const known = await api.call('getIdentity')
    const refused = await new Api(api.url).call('getIdentity')
    const unknown = await api.get('/nowhere')
    const page = await fetch(`${api.url}/`)
    await until(() => log.includes(page.headers.get('x-request-id')!))

    const expected: Array<[string | null, object]> = [
      [
        known.headers.get('x-request-id'),
        { level: 30, operation: 'getIdentity', status: 200, keyPrefix: key.slice(0, 12) },
      ],
      [refused.headers.get('x-request-id'), { operation: 'getIdentity', status: 401 }],
      [unknown.headers.get('x-request-id'), { operation: 'none', status: 404, keyPrefix: key.slice(0, 12) }],
      [page.headers.get('x-request-id'), { operation: '/', status: 200 }],
    ]
    for (const [requestId, fields] of expected) {
      const [line, ...others] = lineOf(requestId)
      expect(others).to.deep.equal([])
      expect(line).to.include({ msg: 'request', ...fields })
      expect(line.durationMs).to.be.a('number').within(0, 60_000)
    }
  })

  it('a missing sender of mails is logged once', async () => {
    const warning = 'OVERHEARD_MAIL_FROM is not set'
    await until(() => log.includes(warning))

    expect(log.split(warning)).to.have.length(2)
  })

  it('the tool that an assistant calls is logged', async () => {
    const response = await fetch(`${api.url}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_usage' } }),
    })
    const requestId = response.headers.get('x-request-id')
    await until(() => log.includes(requestId!))

    expect(lineOf(requestId)[0]).to.include({ operation: 'mcp', tool: 'get_usage', status: 200 })
  })

  it('secrets are never logged, at any level', async () => {
    const webhook = await api.call('createWebhook', { body: { url: 'https://127.0.0.1:1/hook' } })
    const params = { webhook_id: webhook.body.id }
    const rotated = await api.call('rotateWebhookSecret', { params })
    await api.call('testWebhook', { params })
    await fetch(`${api.url}/metrics`, { headers: { authorization: 'Bearer metrics-token-value' } })
    const last = await api.get(`/nowhere?key=${key}`)
    await until(async () => {
      const { body } = await api.call('listWebhookDeliveries', { params })
      return body.results[0].attempts === 1
    })
    await until(() => log.includes(last.headers.get('x-request-id')!))

    const secrets = [
      key,
      webhook.body.secret,
      rotated.body.secret,
      'mail-password',
      'metrics-token-value',
      'classifier-key-value',
    ]
    for (const secret of secrets) {
      expect(secret).to.be.a('string').with.length.above(8)
      expect(log).to.not.include(secret.replace(/^whsec_/, ''))
    }
  })
})

describe('the log on a terminal', () => {
  const cli = new Cli({ OVERHEARD_LOG_LEVEL: 'info' })
  after(() => cli.close())

  it('the log on a terminal is readable and contains no secret', async function () {
    if (!hasScript()) return this.skip()
    const command = `exec ${process.execPath} ${cli.command} serve --json`
    const child = spawn('script', ['-qec', command, '/dev/null'], { env: cli.variables() })
    let shown = ''
    child.stdout.on('data', (chunk) => {
      shown += chunk
    })
    try {
      await until(() => shown.includes('"listening"'))
      const [address] = /http:[^"]+/.exec(shown)!
      await fetch(`${address}/api/v1/me?token=${API_KEY}`, {
        headers: { authorization: `Bearer ${API_KEY}` },
      })
      await until(() => shown.includes('getIdentity'))
    } finally {
      child.kill()
      await once(child, 'close')
    }

    expect(shown).to.match(/INFO.*request/)
    expect(shown).not.to.include('"msg"')
    expect(shown).not.to.include(API_KEY)
  })
})

describe('a log that nobody reads', () => {
  const cli = new Cli({ OVERHEARD_LOG_LEVEL: 'info' })
  after(() => cli.close())

  /** More than twice what a pipe holds. */
  async function askMuch(address: string): Promise<void> {
    for (let round = 0; round < 20; round++) {
      const signal = AbortSignal.timeout(15_000)
      const ask = () => fetch(`${address}/api/v1/me`, { signal }).then((answer) => answer.text())
      await Promise.all(Array.from({ length: 40 }, ask))
    }
    expect((await fetch(`${address}/healthz`)).status).to.equal(200)
  }

  it('a log that nobody reads does not stop the service', async () => {
    const pipe = join(cli.folder, 'log')
    execFileSync('mkfifo', [pipe])
    const log = openSync(pipe, 'r+')
    const child = spawn(process.execPath, [cli.command, 'serve', '--json'], {
      env: cli.variables(),
      stdio: ['ignore', 'pipe', log],
    })
    try {
      const [line] = await once(child.stdout!, 'data')
      await askMuch(JSON.parse(line).listening)
    } finally {
      child.kill('SIGKILL')
      await once(child, 'exit')
      closeSync(log)
    }
  })

  it('a log that nobody reads does not stop the service on a terminal', async function () {
    if (!hasScript()) return this.skip()
    const [said, id] = [join(cli.folder, 'said'), join(cli.folder, 'id')]
    const command = `echo $$ > ${id}; exec ${process.execPath} ${cli.command} serve --json > ${said}`
    // Nobody listens to its output, which is what the terminal shows.
    const child = spawn('script', ['-qec', command, '/dev/null'], { env: cli.variables() })
    try {
      await until(() => existsSync(said) && readFileSync(said, 'utf8').includes('\n'))
      await askMuch(JSON.parse(readFileSync(said, 'utf8')).listening)
    } finally {
      process.kill(Number(readFileSync(id, 'utf8')), 'SIGKILL')
      child.stdout.resume()
      await once(child, 'close')
    }
  })
})

function hasScript(): boolean {
  if (spawnSync('script', ['--version']).status === 0) return true
  console.log('      skipped: there is no `script` here to make a terminal with')
  return false
}

import { once } from 'node:events'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { SMTPServer } from 'smtp-server'
import { openConnection } from '../../lib/db/sqlite.js'
import { Cli } from '../support/cli.js'

const NAMES = [
  'configuration',
  'database',
  'schema',
  'search',
  'disk',
  'permissions',
  'transcripts',
  'work',
  'mail',
  'transcriber',
  'classifier',
  'https',
  'clock',
]

interface Found {
  code: number | null
  /** Details of faults, by name. */
  faults: Record<string, string>
  details: Record<string, string>
}

async function runChecks(cli: Cli): Promise<Found> {
  const { code, stdout, stderr } = await cli.run(['doctor', '--json'])
  expect(stderr).to.equal('')
  const { checks } = JSON.parse(stdout) as { checks: Array<{ name: string; ok: boolean; detail: string }> }
  expect(checks.map(({ name }) => name)).to.deep.equal(NAMES)
  const detailsOf = (some: typeof checks) =>
    Object.fromEntries(some.map(({ name, detail }) => [name, detail]))
  return { code, faults: detailsOf(checks.filter(({ ok }) => !ok)), details: detailsOf(checks) }
}

describe('overheard doctor', () => {
  const opened: Array<Cli | Server | SMTPServer> = []

  function aCli(environment: Record<string, string> = {}): Cli {
    const cli = new Cli(environment)
    opened.push(cli)
    return cli
  }

  /** A database with one account, as a running service would have it. */
  async function aHealthyCli(environment: Record<string, string> = {}): Promise<Cli> {
    const cli = aCli(environment)
    await cli.json(['account', 'create', '--name', 'A'])
    return cli
  }

  async function aServer(listener: RequestListener): Promise<string> {
    const server = createServer(listener).listen(0, '127.0.0.1')
    await once(server, 'listening')
    opened.push(server)
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  afterEach(async () => {
    for (const one of opened.splice(0)) {
      if (one instanceof Cli) await one.close()
      else await new Promise<void>((resolve) => one.close(() => resolve()))
    }
  })

  it('doctor finds no fault before the first start, and creates nothing', async () => {
    const cli = aCli()

    const { code, faults } = await runChecks(cli)

    expect([code, faults]).to.deep.equal([0, {}])
    expect(() => statSync(cli.database)).to.throw('ENOENT')
  })

  it('doctor reports a missing folder once', async () => {
    const { faults } = await runChecks(aCli({ OVERHEARD_DATABASE: '/nowhere/overheard.db' }))

    expect(faults).to.have.all.keys('disk')
    expect(faults.disk).to.include('There is no folder /nowhere.')
  })

  it('doctor and spec write an IPv6 address as URLs do', async () => {
    const cli = await aHealthyCli({ OVERHEARD_HOST: '::1', OVERHEARD_PORT: '8080' })

    const { details } = await runChecks(cli)
    const { servers } = await cli.json(['spec'])

    expect(details.configuration).to.equal('serves http://[::1]:8080')
    expect(servers[0].url).to.equal('http://[::1]:8080/api/v1')
  })

  it('doctor finds no fault while the service runs', async () => {
    const cli = await aHealthyCli()
    await cli.serve()

    const { code, faults, details } = await runChecks(cli)

    expect([code, faults]).to.deep.equal([0, {}])
    expect(details.mail).to.include('not configured')
    expect(details.classifier).to.include('not configured')
  })

  it('doctor prints a table for a person', async () => {
    const { code, stdout } = await (await aHealthyCli()).run(['doctor'])

    expect(code).to.equal(0)
    for (const name of NAMES) expect(stdout).to.match(new RegExp(`^ok +${name} `, 'm'))
  })

  it('doctor finds a damaged file', async () => {
    const cli = await aHealthyCli()
    const file = openSync(cli.database, 'r+')
    writeSync(file, Buffer.alloc(64 * 1024, 0x5a), 0, undefined, 4096)
    closeSync(file)

    const { code, faults } = await runChecks(cli)

    expect(code).to.equal(1)
    expect(faults.database).to.include('backup')
  })

  it('doctor finds a file that is not a database', async () => {
    const cli = await aHealthyCli()
    const file = openSync(cli.database, 'w')
    writeSync(file, 'not a database'.repeat(1000))
    closeSync(file)

    const { code, faults } = await runChecks(cli)

    expect(code).to.equal(1)
    expect(faults.database).to.include('not a database').and.include('backup')
    expect(faults).to.not.have.any.keys('transcripts', 'work', 'https', 'clock')
  })

  it('doctor advises no backup where a database cannot be opened but may be intact', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'overheard-doctor-'))
    try {
      const { faults } = await runChecks(aCli({ OVERHEARD_DATABASE: folder }))

      expect(faults.database).to.include('cannot be read').and.not.include('backup')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('doctor finds a database of a newer version', async () => {
    const cli = await aHealthyCli()
    const db = openConnection(cli.database)
    db.pragma('user_version = 999')
    db.close()

    const { code, stderr } = await cli.run(['feed', 'list'])

    expect((await runChecks(cli)).faults.schema).to.include('newer version')
    expect(code).to.equal(1)
    expect(stderr).to.match(/^[^/]*Cannot open the database \S+: it was migrated by a newer version[^/]*$/m)
  })

  it('doctor finds rows that are missing in the search index', async () => {
    const cli = await aHealthyCli()
    const line = { type: 'podcast', feed_url: 'https://example.org/feed', title: 'A show' }
    await cli.json(['import', '-'], { input: JSON.stringify(line) })
    const db = openConnection(cli.database)
    db.exec('DELETE FROM podcast_index')
    db.close()

    expect((await runChecks(cli)).faults.search).to.include('0 of 1 podcasts')
  })

  it('doctor finds files that other users may read, and prints the command that protects them', async () => {
    const cli = await aHealthyCli()
    chmodSync(cli.database, 0o644)

    expect((await runChecks(cli)).faults.permissions).to.include(`chmod 600 ${cli.database}`)
  })

  it('doctor signs in to the mail server, and finds one that is unreachable', async () => {
    const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    opened.push(server)
    const { port } = server.server.address() as AddressInfo

    const there = await runChecks(aCli({ OVERHEARD_SMTP_URL: `smtp://127.0.0.1:${port}` }))
    const away = await runChecks(aCli({ OVERHEARD_SMTP_URL: 'smtp://u:hidden-password@127.0.0.1:1' }))

    expect(there.faults).to.deep.equal({})
    expect(there.details.mail).to.include('accepts mail')
    expect(away.code).to.equal(1)
    expect(away.faults.mail).to.include('OVERHEARD_SMTP_URL').and.not.include('hidden-password')
  })

  it('doctor lists the models of servers, and finds a refused key and an unreachable server, without its password', async () => {
    const url = await aServer((request, response) => {
      response.statusCode = request.headers.authorization === 'Bearer right' ? 200 : 401
      response.end('{}')
    })
    const model = {
      OVERHEARD_TRANSCRIBER_URL: 'http://ann:opensesame@127.0.0.1:1',
      OVERHEARD_CLASSIFIER_URL: url,
    }

    const right = await runChecks(aCli({ ...model, OVERHEARD_CLASSIFIER_KEY: 'right' }))
    const wrong = await runChecks(aCli({ ...model, OVERHEARD_CLASSIFIER_KEY: 'wrong' }))

    expect(Object.keys(right.faults)).to.deep.equal(['transcriber'])
    expect(right.faults.transcriber).to.include('OVERHEARD_TRANSCRIBER_URL').and.not.include('opensesame')
    expect(wrong.faults.classifier).to.include('OVERHEARD_CLASSIFIER_KEY')
  })

  it('doctor contacts publishers of followed feeds, and compares its clock with theirs', async () => {
    let offMs = 0
    const url = await aServer((_request, response) => {
      response.setHeader('Date', new Date(Date.now() - offMs).toUTCString())
      response.end('<rss version="2.0"><channel><title>A show</title></channel></rss>')
    })
    const allowed = aCli({ OVERHEARD_ALLOWED_NETWORKS: '127.0.0.0/8' })
    const guarded = aCli({ OVERHEARD_DATABASE: allowed.database })
    await allowed.json(['feed', 'add', `${url}/feed.xml`])

    expect((await runChecks(allowed)).details.https).to.include(url)
    offMs = 600_000
    expect((await runChecks(allowed)).faults.clock).to.match(/(599|600|601) seconds off/)
    const { faults } = await runChecks(guarded)
    expect(faults).to.have.all.keys('https')
    expect(faults.https).to.include('the address is not public').and.include('OVERHEARD_ALLOWED_NETWORKS')
  })

  it('doctor names unknown variables', async () => {
    const { code, details } = await runChecks(aCli({ OVERHEARD_SMPT_URL: 'smtp://x' }))

    expect(code).to.equal(0)
    expect(details.configuration).to.include('OVERHEARD_SMPT_URL')
  })
})

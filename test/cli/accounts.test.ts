import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { Api } from '../support/api.js'
import { Cli } from '../support/cli.js'
import { describeOnSqlite } from '../support/engine.js'

describe('the command: accounts, teams, users, keys', () => {
  let cli: Cli

  beforeEach(() => {
    cli = new Cli()
  })

  afterEach(() => cli.close())

  it('created accounts, teams, users and keys work on a running server at once', async () => {
    const { child, announced } = await cli.serve()
    const account = await cli.json(['account', 'create', '--name', 'Acme', '--plan', 'starter'])
    const team = await cli.json(['team', 'create', '--account', account.id, '--name', 'Desk'])
    const user = await cli.json([
      ...['user', 'create', '--account', account.id, '--name', 'Desk Lead', '--email', 'lead@example.org'],
      ...['--admin', '--team', team.id],
    ])
    const key = await cli.json(['key', 'create', '--name', 'first', '--team', team.id, '--user', user.id])
    const api = new Api(announced.listening, key.key)

    const me = await api.call('getIdentity')
    const members = await api.call('listTeamMembers', { params: { team_id: team.id } })
    const usage = await cli.json(['account', 'usage', account.id])
    const revoked = await cli.json(['key', 'revoke', key.id])
    const after = await api.call('getIdentity')

    expect(me.body).to.deep.equal({
      id: key.id,
      name: 'first',
      prefix: key.prefix,
      scope: 'team',
      team: { id: team.id, name: 'Desk' },
      account: { id: account.id, name: 'Acme' },
    })
    expect(members.body.results).to.deep.equal([{ id: user.id, full_name: 'Desk Lead' }])
    expect(usage).to.deep.include({ plan: 'starter' })
    expect(usage.requests).to.deep.equal({
      used: 2,
      limit: 10_000,
      reset: Number(me.headers.get('x-ratelimit-reset-month')),
    })
    expect(revoked.id).to.equal(key.id)
    expect(after.status).to.equal(401)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).to.deep.equal([0, null])
  })

  it('every request has its own number if two servers share a database', async () => {
    const servers = [await cli.serve(['serve', '--no-jobs']), await cli.serve(['serve', '--no-jobs'])]
    const account = await cli.json(['account', 'create', '--name', 'Acme', '--plan', 'pro'])
    const key = await cli.json(['key', 'create', '--name', 'all teams', '--account', account.id])
    const apis = servers.map(({ announced }) => new Api(announced.listening, key.key))

    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, turn) => apis[turn % 2]!.call('getIdentity')),
    )

    const left = answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining-month')))
    expect(left.sort((one, other) => one - other)).to.deep.equal(
      Array.from({ length: 40 }, (_, index) => left[0]! + index),
    )
  })

  it('lists show what was created, but never the value of a key', async () => {
    const account = await cli.json(['account', 'create', '--name', 'Acme', '--created-on', '2026-01-31'])
    const team = await cli.json(['team', 'create', '--account', account.id, '--name', 'Desk'])
    const key = await cli.json(['key', 'create', '--name', 'all teams', '--account', account.id])

    const keys = await cli.json(['key', 'list'])

    expect((await cli.json(['account', 'list'])).accounts).to.deep.equal([account])
    expect((await cli.json(['team', 'list', '--account', account.id])).teams).to.deep.equal([team])
    expect(keys.keys[0]).to.include({ id: key.id, prefix: key.prefix, scope: 'account' })
    expect(JSON.stringify(keys)).to.not.include(key.key)
    expect(account).to.include({ plan: 'free' })
  })

  it('a plan can be changed', async () => {
    const account = await cli.json(['account', 'create', '--name', 'Acme'])

    const changed = await cli.json([
      'account',
      'update',
      account.id,
      '--plan',
      'pro',
      '--subscribed-on',
      '2026-02-28',
    ])

    expect(changed).to.include({ id: account.id, name: 'Acme', plan: 'pro', subscribed_on: '2026-02-28' })
  })

  const wrongUsage: string[][] = [
    [],
    ['account'],
    ['nothing'],
    ['account', 'create'],
    ['account', 'create', '--name', 'A', '--plan', 'gold'],
    ['account', 'create', '--name', 'A', '--created-on', '2026-02-30'],
    ['key', 'create', '--name', 'k'],
    ['account', 'create', '--name', 'A', '--colour', 'red'],
    ['job', 'run', 'nothing'],
  ]
  for (const args of wrongUsage) {
    it(`overheard ${args.join(' ')} exits with 2 and one line`, async () => {
      const { code, stdout, stderr } = await cli.run(args)

      expect(code).to.equal(2)
      expect(stdout).to.equal('')
      expect(stderr.trim().split('\n').at(-1)).to.match(/\S/)
    })
  }

  const failures: string[][] = [
    ['account', 'usage', '01890000-0000-7000-8000-000000000000'],
    ['team', 'create', '--account', 'nobody', '--name', 'T'],
    ['team', 'list', '--account', '01890000-0000-7000-8000-000000000000'],
    ['team', 'list', '--account', 'nobody', '--json'],
    ['key', 'revoke', 'nothing'],
    ['backup', 'copy.db'],
  ]
  for (const args of failures) {
    it(`overheard ${args.join(' ')} exits with 1 and one line`, async () => {
      const { code, stdout, stderr } = await cli.run(args)

      expect(code).to.equal(1)
      expect(stdout).to.equal('')
      expect(stderr.trim().split('\n')).to.have.lengthOf(1)
    })
  }

  it('a faulty environment exits with 78 and starts nothing', async () => {
    const faulty = new Cli({ OVERHEARD_PORT: 'http', OVERHEARD_ALERT_MATCHES_PER_DAY: '0' })

    const { code, stderr } = await faulty.run(['account', 'create', '--name', 'A'])

    expect(code).to.equal(78)
    expect(stderr).to.include('OVERHEARD_PORT').and.include('OVERHEARD_ALERT_MATCHES_PER_DAY')
    expect(existsSync(faulty.database)).to.equal(false)
    await faulty.close()
  })

  describeOnSqlite('a backup', () => {
    it('a backup opens as a database', async () => {
      const account = await cli.json(['account', 'create', '--name', 'Acme'])
      const file = join(cli.folder, 'copy.db')

      const backup = await cli.json(['backup', file])
      const restored = new Cli({ OVERHEARD_DATABASE: file })

      expect(backup).to.deep.equal({ file, bytes: statSync(file).size })
      expect(statSync(file).mode & 0o077).to.equal(0)
      expect((await restored.json(['account', 'list'])).accounts).to.deep.equal([account])
      expect((await cli.run(['backup', file])).code).to.equal(1)
      await restored.close()
    })
  })

  it('--help lists the commands', async () => {
    const { code, stdout } = await cli.run(['--help'])

    expect(code).to.equal(0)
    for (const command of ['serve', 'account', 'team', 'user', 'key', 'job', 'backup'])
      expect(stdout).to.include(command)
  })
})

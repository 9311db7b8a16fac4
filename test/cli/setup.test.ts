import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { Api } from '../support/api.js'
import { Cli } from '../support/cli.js'
import { until } from '../support/until.js'

describe('overheard setup', () => {
  const cli = new Cli()
  after(() => cli.close())

  it('setup creates account, team, user and a working key from flags', async () => {
    const made = await cli.json(
      'setup --account Newsroom --plan pro --team Desk --user Ana --email ana@example.org --key mine'.split(
        ' ',
      ),
    )

    expect(made).to.have.all.keys('account', 'team', 'user', 'key', 'feeds', 'errors')
    expect(made.account).to.include({ name: 'Newsroom', plan: 'pro' })
    expect(made.team).to.include({ name: 'Desk', account_id: made.account.id })
    expect(made.user).to.deep.include({ full_name: 'Ana', admin: true, team_ids: [made.team.id] })
    expect(made.key).to.include({ name: 'mine', scope: 'team' })
    const { announced } = await cli.serve()
    const { body } = await new Api(announced.listening, made.key.key).call('getIdentity')
    expect(body.team.id).to.equal(made.team.id)
  })

  it('a second setup reuses what already has the given name', async () => {
    const first = await cli.json(['setup', '--account', 'Twice', '--team', 'T'])
    const second = await cli.json([
      ...[
        'setup',
        '--account',
        'Twice',
        '--team',
        'T',
        '--user',
        'Bo',
        '--email',
        'bo@example.org',
        '--no-admin',
      ],
    ])
    const third = await cli.json([
      ...['setup', '--account', 'Twice', '--team', 'U', '--user', 'Bo', '--email', 'BO@example.org'],
    ])

    expect(first.user).to.equal(null)
    expect(second.account).to.deep.equal(first.account)
    expect(second.team).to.deep.equal(first.team)
    expect(second.key.id).to.not.equal(first.key.id)
    expect(second.user.admin).to.equal(false)
    expect(third.user).to.deep.include({ id: second.user.id, team_ids: [second.team.id, third.team.id] })
  })

  it('setup without a terminal says what is missing', async () => {
    const cases: Array<[string[], string]> = [
      [[], '--account and --team'],
      [['--account', 'A'], 'give --team'],
      [['--account', 'A', '--team', 'T', '--user', 'U'], 'give --email'],
      [['--account', 'A', '--team', 'T', '--email', 'nonsense'], 'mail address'],
      [['--account', 'A', '--team', 'T', '--plan', 'huge'], 'free, starter, pro'],
    ]
    for (const [flags, words] of cases) {
      const { code, stdout, stderr } = await cli.run(['setup', '--json', ...flags])

      expect([code, stdout], flags.join(' ')).to.deep.equal([2, ''])
      expect(stderr, flags.join(' '))
        .to.include(words)
        .and.match(/^.*\n$/)
    }
  })

  it('setup creates the rest if a feed cannot be followed, and fails', async () => {
    const opml = join(cli.folder, 'feeds.opml')
    writeFileSync(opml, '<opml version="2.0"><body><outline xmlUrl="https://127.0.0.1:1/x"/></body></opml>')

    const flags = ['--account', 'Feeds', '--team', 'T', '--opml', opml, '--feed', 'nonsense']
    const { code, stdout } = await cli.run(['setup', '--json', ...flags])

    expect(code).to.equal(1)
    const made = JSON.parse(stdout)
    expect(made.key.key).to.be.a('string')
    expect(made.errors.map(({ feed_url }: { feed_url: string }) => feed_url)).to.have.members([
      'nonsense',
      'https://127.0.0.1:1/x',
    ])
  })

  it('setup asks on a terminal, and repeats a question after an invalid answer', async function () {
    if (spawnSync('script', ['--version']).status !== 0) {
      console.log('      skipped: there is no `script` here to make a terminal with')
      return this.skip()
    }
    const command = `${process.execPath} ${cli.command} setup --json 2>/dev/tty`
    const child = spawn('script', ['-qec', command, '/dev/null'], { env: cli.variables() })
    let shown = ''
    child.stdout.on('data', (chunk) => {
      shown += chunk
    })
    const answer = async (question: string, text: string) => {
      await until(() => shown.includes(question))
      shown = ''
      child.stdin.write(`${text}\n`)
    }

    await answer('Name of the account', 'Asked')
    await answer('Plan', 'huge')
    await answer('Plan', '')
    await answer('Name of the team', '')
    await answer('full name', 'Cleo')
    await answer('mail address', 'cleo@example.org')
    await answer('Name of the key', '')
    await answer('OPML', '')
    await answer('feed', '')
    await once(child, 'close')

    const made = JSON.parse(shown.slice(shown.indexOf('{'), shown.lastIndexOf('}') + 1))
    expect(made.account).to.include({ name: 'Asked', plan: 'free' })
    expect(made.team.name).to.equal('Desk')
    expect(made.user.full_name).to.equal('Cleo')
  })
})

import { readdirSync } from 'node:fs'
import { expect } from 'chai'
import { Cli } from '../support/cli.js'
import { signalWhileReading } from '../support/signal-while-reading.js'

// The command's own files are those that scripts/bundle.mjs writes.
/** Read when a new database gets its tables. */
const MIGRATION = '/node_modules/knex/knex.js'

describe('a stop while the command is still starting', () => {
  const cli = new Cli()
  cli.environment.TMPDIR = cli.folder
  afterEach(() => {
    delete cli.environment.NODE_OPTIONS
  })
  after(() => cli.close())

  const MOMENTS: ReadonlyArray<[command: string, module: string, signal: string]> = [
    ['serve', '/scripts/program-', 'SIGTERM'],
    ['serve', '/scripts/serve-', 'SIGINT'],
    ['serve', MIGRATION, 'SIGTERM'],
    ['serve', '/scripts/start-', 'SIGTERM'],
    ['worker', '/scripts/serve-', 'SIGTERM'],
    ['worker', '/scripts/start-', 'SIGINT'],
    ['demo', '/scripts/demo-', 'SIGTERM'],
    ['demo', '/scripts/start-', 'SIGINT'],
  ]
  for (const [command, module, signal] of MOMENTS) {
    it(`${signal} ends ${command} with 0 while ${module} is loading`, async () => {
      cli.environment.NODE_OPTIONS = signalWhileReading(module, signal)

      const { code, stderr } = await cli.run([command])

      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' })
    })
  }

  it('a stopped demo leaves nothing behind', async () => {
    cli.environment.NODE_OPTIONS = signalWhileReading(MIGRATION, 'SIGTERM')

    const { code, stdout } = await cli.run(['demo'])

    expect({ code, stdout }).to.deep.equal({ code: 0, stdout: '' })
    expect(readdirSync(cli.folder).filter((name) => name.startsWith('overheard-demo-'))).to.deep.equal([])
  })

  it('commands that end by themselves ignore an early stop', async () => {
    cli.environment.NODE_OPTIONS = signalWhileReading('/scripts/account-', 'SIGTERM')

    const { code } = await cli.run(['account', 'list'])

    expect(code).to.equal(null)
  })
})

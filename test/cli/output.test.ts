import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect } from 'chai'
import { version } from '../../scripts/version.js'
import { Api } from '../support/api.js'
import { Cli } from '../support/cli.js'
import { signalWhileReading } from '../support/signal-while-reading.js'

describe('the output of a command', () => {
  const cli = new Cli()
  after(() => cli.close())

  /** Runs the command with its output sent elsewhere by a shell. */
  async function shell(redirected: string): Promise<{ code: number | null; stderr: string }> {
    const child = execFile('/bin/bash', ['-c', redirected, 'bash', process.execPath, cli.command], {
      env: cli.variables(),
    })
    let stderr = ''
    child.stderr!.on('data', (chunk) => {
      stderr += chunk
    })
    const [code] = await once(child, 'close')
    return { code, stderr }
  }

  it('the output of a command may be read partly', async () => {
    const { code, stderr } = await shell('set -o pipefail; "$1" "$2" spec | head -c 10')

    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' })
  })

  it('commands that need little of the program are quick', async () => {
    cli.environment.NODE_OPTIONS = signalWhileReading('/lib/services.js', 'SIGKILL')
    const answers = [await cli.run(['--version']), await cli.run(['serv'])]
    delete cli.environment.NODE_OPTIONS

    expect(answers).to.deep.equal([
      { code: 0, stdout: `${version}\n`, stderr: '' },
      { code: 2, stdout: '', stderr: "overheard: unknown command 'serv' (Did you mean serve?)\n" },
    ])
  })

  it('output that cannot be written is a failure, reported in one line', async function () {
    if (!existsSync('/dev/full')) this.skip()

    const { code, stderr } = await shell('"$1" "$2" spec > /dev/full')

    expect(code).to.equal(1)
    expect(stderr).to.match(/^overheard: .*ENOSPC.*\n$/)
  })

  it('serve continues when nobody reads its output any more', async () => {
    const { child, announced } = await cli.serve()
    child.stdout!.destroy()
    child.stderr!.destroy()

    const answer = await new Api(announced.listening).call('getIdentity')
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')

    expect(answer.status).to.equal(401)
    expect(code).to.equal(0)
  })
})

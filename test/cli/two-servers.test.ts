import { once } from 'node:events'
import { expect } from 'chai'
import { Api } from '../support/api.js'
import { Cli } from '../support/cli.js'

/** From the plans of the interface. */
const FREE = { perMinute: 10, perMonth: 1000 }

describe('two servers of one database', () => {
  const cli = new Cli()
  after(() => cli.close())

  it('two servers of one database together allow exactly the requests of the plan', async () => {
    const account = await cli.json(['account', 'create', '--name', 'Small'])
    const { key } = await cli.json(['key', 'create', '--name', 'k', '--account', account.id])
    const servers = [await cli.serve(['serve', '--no-jobs']), await cli.serve(['serve', '--no-jobs'])]
    const apis = servers.map(({ announced }) => new Api(announced.listening, key))

    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, turn) => apis[turn % 2]!.call('getIdentity')),
    )

    // A minute may end meanwhile.
    const windowOf = ({ headers }: (typeof answers)[number]) => headers.get('x-ratelimit-reset')
    for (const window of new Set(answers.map(windowOf))) {
      const inWindow = answers.filter((answer) => windowOf(answer) === window)
      const admitted = inWindow.filter(({ status }) => status === 200)
      expect(admitted.length).to.equal(Math.min(inWindow.length, FREE.perMinute))
    }
    const left = answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining-month')))
    expect(left.sort((a, b) => b - a)).to.deep.equal(answers.map((_, count) => FREE.perMonth - count - 1))
    for (const { child } of servers) {
      child.kill('SIGTERM')
      expect((await once(child, 'exit'))[0]).to.equal(0)
    }
    const { requests } = await cli.json(['account', 'usage', account.id])
    expect(requests.used).to.equal(answers.length)
  })
})

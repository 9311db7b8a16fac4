import { expect } from 'chai'
import { Cli } from '../support/cli.js'

describe('the command: the console', () => {
  let cli: Cli

  beforeEach(() => {
    cli = new Cli()
  })
  afterEach(() => cli.close())

  async function aTeam(): Promise<string> {
    const { id } = await cli.json(['account', 'create', '--name', 'Acme'])
    return (await cli.json(['team', 'create', '--account', id, '--name', 'Desk'])).id
  }

  it('key create --link prints a sign-in link, which works once while the server runs', async () => {
    const team = await aTeam()
    const { announced } = await cli.serve()
    cli.environment.OVERHEARD_BASE_URL = 'https://example.org/overheard/'

    const made = await cli.json(['key', 'create', '--name', 'press', '--team', team, '--link'])

    expect(made).to.have.all.keys('id', 'name', 'prefix', 'scope', 'link')
    const [page, code] = made.link.split('#code=')
    expect(page).to.equal('https://example.org/overheard/console/sign-in')
    const redeem = () =>
      fetch(`${announced.listening}/console/api/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code }),
      })
    const first = await redeem()
    expect(((await first.json()) as { key: string }).key.startsWith(made.prefix)).to.equal(true)
    expect((await redeem()).status).to.equal(401)
  })

  it('serve offers the console and links to it on the home page, unless it is switched off', async () => {
    const home = async (address: string) => (await fetch(address)).text()
    const both = await cli.serve(['serve', '--no-jobs'])
    expect((await fetch(`${both.announced.listening}/console`)).status).to.equal(200)
    expect(await home(both.announced.listening)).to.include('href="console"')

    const without = await cli.serve(['serve', '--no-jobs', '--no-console'])

    expect((await fetch(`${without.announced.listening}/console`)).status).to.equal(404)
    expect((await fetch(`${without.announced.listening}/console/api/session`)).status).to.equal(404)
    expect(await home(without.announced.listening)).not.to.include('console')
  })
})

import { once } from 'node:events'
import { copyFileSync, existsSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { openConnection } from '../../lib/db/sqlite.js'
import { Api } from '../support/api.js'
import { Cli } from '../support/cli.js'
import { describeOnSqlite } from '../support/engine.js'

const sizeOf = (path: string) => (existsSync(path) ? statSync(path).size : 0)

describeOnSqlite('after a clean stop', () => {
  const cli = new Cli()
  after(() => cli.close())

  it('after a clean stop, the database file alone contains everything that was answered', async () => {
    const { key } = await cli.json(['setup', '--account', 'A', '--plan', 'pro', '--team', 'T'])
    const running = await Promise.all([cli.serve(), cli.serve(['serve', '--no-jobs']), cli.serve(['worker'])])
    const api = new Api(running[0].announced.listening, key.key)
    await api.call('searchEpisodes', { query: { q: 'pumps', scope: 'transcript' } })
    const alert = await api.call('createAlert', { body: { name: 'Pumps', keywords: ['heat pump'] } })
    await api.call('listAlerts')

    const codes = running.map(async ({ child }) => {
      child.kill('SIGTERM')
      return (await once(child, 'exit'))[0]
    })

    expect(await Promise.all(codes)).to.deep.equal([0, 0, 0])
    expect(sizeOf(`${cli.database}-wal`)).to.equal(0)
    const copy = join(cli.folder, 'copy.db')
    copyFileSync(cli.database, copy)
    const copied = openConnection(copy, { readonly: true })
    expect(copied.prepare('SELECT uuid FROM alerts').pluck().all()).to.deep.equal([alert.body.id])
    expect(copied.pragma('integrity_check', { simple: true })).to.equal('ok')
    copied.close()
  })
})

describe('a stop that takes too long, and a start that fails', () => {
  const cli = new Cli({}, fileURLToPath(new URL('../support/serve-process.js', import.meta.url)))
  after(() => cli.close())

  it('a late stop cuts off an unanswered request and exits with 1', async () => {
    const { child, announced } = await cli.serve(['request'])
    const answer = fetch(announced.listening).catch((error: Error) => error.message)
    await once(child.stderr!, 'data')

    child.kill('SIGTERM')

    expect(await once(child, 'exit')).to.deep.equal([1, null])
    expect(await answer).to.equal('fetch failed')
  })

  it('a late stop cuts off a start that does not end and exits with 1', async () => {
    const { child } = await cli.serve(['start'])

    child.kill('SIGTERM')

    expect(await once(child, 'exit')).to.deep.equal([1, null])
  })

  it('a server whose start fails after it listens ends with 1', async () => {
    const { child } = await cli.serve(['fail'])

    expect(await once(child, 'exit')).to.deep.equal([1, null])
  })

  it('a stop exits with 0 if it cuts off only connections without a request', async () => {
    const { child, announced } = await cli.serve(['request'])
    const idle = connect(Number(new URL(announced.listening).port), '127.0.0.1').on('error', () => undefined)
    await once(idle, 'connect')

    child.kill('SIGTERM')

    expect(await once(child, 'exit')).to.deep.equal([0, null])
  })
})

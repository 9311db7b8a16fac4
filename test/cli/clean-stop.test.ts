import { once } from 'node:events'
import { copyFileSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { openConnection } from '../../lib/db/sqlite.js'
import { Api } from '../support/api.js'
import { Cli } from '../support/cli.js'
import { describeOnSqlite } from '../support/engine.js'

const sizeOf = (path: string) => (existsSync(path) ? statSync(path).size : 0)

describeOnSqlite('after a clean stop', () => {
  const cli = new Cli()
  after(() => cli.close())

  it('the database file alone has everything that was answered', async () => {
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

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { systemClock } from '../../lib/clock.js'
import { openAlone } from '../../lib/move/alone.js'
import { moveDatabase } from '../../lib/move/move.js'
import { IN_DATABASE } from '../../lib/transcripts/document-storage.js'
import { Api } from '../support/api.js'
import { Cli } from '../support/cli.js'
import { ENGINE, reserveDatabase } from '../support/engine.js'
import { until } from '../support/until.js'

const FEED = 'https://example.org/feed.xml'
const EPISODES = 90

/** Import lines of a show whose episodes say their number. */
function lines(): string {
  const published = new Date(Date.now() - 86_400_000).toISOString()
  const episodes = Array.from({ length: EPISODES }, (_, index) => ({
    type: 'episode',
    feed_url: FEED,
    guid: `episode-${index}`,
    title: `Episode ${index}`,
    published_at: published,
    transcript: {
      language: 'en',
      segments: [{ start: 0, end: 4, text: `The harbour of number${index} was quiet.` }],
    },
  }))
  return [{ type: 'podcast', feed_url: FEED, title: 'Quiet\0 Harbours' }, ...episodes]
    .map((line) => JSON.stringify(line))
    .join('\n')
}

/** Both ways where there are two engines. */
const DIRECTIONS =
  ENGINE === 'sqlite'
    ? ([['sqlite', 'sqlite']] as const)
    : ([
        ['sqlite', 'postgres'],
        ['postgres', 'sqlite'],
      ] as const)

for (const [from, to] of DIRECTIONS) {
  describe(`move from ${from} to ${to}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'overheard-move-'))
    const places = [
      reserveDatabase(join(folder, 'from.db'), from),
      reserveDatabase(join(folder, 'to.db'), to),
    ] as const
    const [source, target] = places.map(({ database }) => new Cli({ OVERHEARD_DATABASE: database })) as [
      Cli,
      Cli,
    ]
    const move = ['move', '--to', places[1].database]
    let key: string
    let account: string

    before(async () => {
      for (const place of places) await place.make()
      const made = await source.json(['setup', '--account', 'A', '--plan', 'pro', '--team', 'T'])
      key = made.key.key
      account = made.account.id
      await source.json(['import', '-'], { input: lines() })
    })

    after(async () => {
      await source.close()
      await target.close()
      for (const place of places) await place.drop()
      rmSync(folder, { recursive: true })
    })

    it(`move from ${from} is refused while another process has the database open`, async () => {
      const { child } = await source.serve()
      const { code, stderr } = await source.run(move)
      child.kill('SIGTERM')
      await until(() => child.exitCode !== null)

      expect(code).to.equal(1)
      expect(stderr).to.include('in use')
    })

    it(`an interrupted move from ${from} copies and verifies everything when it is repeated`, async () => {
      const opened = [await openAlone(places[0].database), await openAlone(places[1].database)] as const
      await opened[0].run("INSERT INTO settings (name, value) VALUES ('peaks_missing', '1')")
      const interrupted = moveDatabase({
        source: opened[0],
        target: opened[1],
        clock: systemClock,
        documents: IN_DATABASE,
        onProgress(table, rows) {
          if (table === 'transcripts' && rows >= EPISODES / 2) throw new Error('interrupted')
        },
      }).catch(({ message }: Error) => message)
      expect(await interrupted).to.equal('interrupted')
      for (const db of opened) await db.close()

      const { tables, verified } = await source.json(move)

      expect(verified).to.equal(true)
      expect(tables).to.include({ accounts: 1, podcasts: 1, episodes: EPISODES, transcripts: EPISODES })
    })

    it(`move from ${from} leaves out marks that only the old search index needs`, async () => {
      const moved = await openAlone(places[1].database)

      expect(await moved.get("SELECT 1 FROM settings WHERE name = 'peaks_missing'")).to.equal(undefined)
      await moved.close()
    })

    it(`after a move from ${from}, searches find the same, and new rows continue the numbers`, async () => {
      const { announced, child } = await target.serve(['serve', '--no-jobs'])
      const api = new Api(announced.listening, key)

      const found = await api.get('/episodes/search', { q: '"of number7 was"', scope: 'transcript' })
      const podcasts = await api.get('/podcasts/search', { q: 'arbou' })
      const alert = await api.call('createAlert', { body: { name: 'Harbours', keywords: ['number7'] } })
      await target.json(['team', 'create', '--account', account, '--name', 'U'])
      child.kill('SIGTERM')
      await until(() => child.exitCode !== null)

      expect(found.body.results.map(({ title }: { title: string }) => title)).to.deep.equal(['Episode 7'])
      expect(podcasts.body.results).to.have.length(1)
      expect(alert.status).to.equal(201)
    })

    it(`move from ${from} refuses a target that is not empty`, async () => {
      const { code, stderr } = await source.run(move)

      expect(code).to.equal(1)
      expect(stderr).to.include('not empty')
    })
  })
}

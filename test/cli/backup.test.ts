import { join } from 'node:path'
import { expect } from 'chai'
import { Api } from '../support/api.js'
import { Cli } from '../support/cli.js'

const FEED = 'https://example.org/feed.xml'

/** Import lines of one show and some episodes that all say "heat pump". */
function lines(from: number, count: number): string {
  const published = new Date(Date.now() - 86_400_000).toISOString()
  const episodes = Array.from({ length: count }, (_, index) => ({
    type: 'episode',
    feed_url: FEED,
    guid: `episode-${from + index}`,
    title: `Episode ${from + index}`,
    published_at: published,
    transcript: { language: 'en', segments: [{ start: 0, end: 4, text: 'A heat pump in every house.' }] },
  }))
  return [{ type: 'podcast', feed_url: FEED, title: 'Warm Rooms' }, ...episodes]
    .map((line) => JSON.stringify(line))
    .join('\n')
}

describe('backup and restore', () => {
  const cli = new Cli()
  after(() => cli.close())

  it('a copy made while the service was writing restores a working service', async () => {
    const { key } = await cli.json(['setup', '--account', 'A', '--plan', 'pro', '--team', 'T'])
    await cli.json(['import', '-'], { input: lines(0, 20) })
    const running = await cli.serve()
    const api = new Api(running.announced.listening, key.key)
    const alert = await api.call('createAlert', { body: { name: 'Pumps', keywords: ['boiler'] } })

    // Requests are counted and episodes come in while the copy is made.
    let isCopied = false
    const writing = cli.json(['import', '-'], { input: lines(20, 300) })
    const asking = (async () => {
      // Fewer than a minute allows: the copy counts on where the original stood.
      for (let asked = 0; !isCopied && asked < 60; asked++) await api.call('getIdentity')
    })()
    const file = join(cli.folder, 'copy.db')
    const backup = await cli.json(['backup', file])
    isCopied = true
    await Promise.all([asking, writing])

    const restored = new Cli({ OVERHEARD_DATABASE: file })
    try {
      const { checks } = await restored.json(['doctor'])
      expect(checks.filter(({ ok }: { ok: boolean }) => !ok)).to.deep.equal([])
      const { announced } = await restored.serve()
      const copy = new Api(announced.listening, key.key)
      const found = await copy.call('searchEpisodes', {
        query: { q: 'heat pump', scope: 'transcript', limit: 50 },
      })
      expect(backup.bytes).to.be.above(0)
      expect(found.body.results.length).to.be.within(20, 50)
      expect((await copy.call('listAlerts')).body.results).to.deep.equal([alert.body])
      const [{ id }] = found.body.results
      const read = await copy.call('readTranscript', { params: { episode_id: id } })
      expect(read.body.paragraphs[0].text).to.include('heat pump')
    } finally {
      await restored.close()
    }
  })

  it('a copy is not made in a folder that does not exist, which is named', async () => {
    const folder = join(cli.folder, 'nowhere')

    const { code, stderr } = await cli.run(['backup', join(folder, 'copy.db')])

    expect({ code, stderr }).to.deep.equal({ code: 1, stderr: `overheard: There is no folder ${folder}.\n` })
  })
})

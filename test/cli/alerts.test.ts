import { expect } from 'chai'
import { Cli } from '../support/cli.js'

describe('overheard alert preview', () => {
  let cli: Cli
  before(async () => {
    cli = new Cli({ OVERHEARD_ALERT_MATCHES_PER_DAY: '1' })
    const feed_url = 'https://feeds.example.org/preview.xml'
    const now = Date.now()
    const episode = (n: number) => ({
      type: 'episode',
      feed_url,
      guid: `episode-${n}`,
      title: `Episode ${n}`,
      published_at: new Date(now - n * 3_600_000).toISOString(),
      transcript: {
        segments: [{ start: 0, end: 5, text: `Number ${n} is about heat pumps${n < 3 ? ' and C++' : ''}.` }],
      },
    })
    const lines = [
      { type: 'podcast', feed_url, title: 'Preview' },
      ...Array.from({ length: 9 }, (_, n) => episode(n + 1)),
    ]
    await cli.json(['import', '-'], { input: lines.map((line) => JSON.stringify(line)).join('\n') })
  })
  after(() => cli.close())

  it('alert preview counts matching episodes a day, and reports too many', async () => {
    const preview = await cli.json(['alert', 'preview', '--keyword', 'Heat pumps'])

    expect(preview).to.deep.include({ episodes_per_day: 9 / 7, limit: 1, too_broad: true })
    expect(preview.samples).to.have.length(5)
    expect(preview.samples[0]).to.deep.include({
      title: 'Episode 1',
      excerpt: 'Number 1 is about heat pumps and C++.',
    })
    expect(preview.samples[0].episode_id).to.match(/^[0-9a-f-]{36}$/)
  })

  it('alert preview accepts several keywords as written, together or one by one', async () => {
    const together = await cli.json(['alert', 'preview', '--keyword', 'C++', 'pump'])
    const oneByOne = await cli.json(['alert', 'preview', '--keyword', 'C++', '--keyword', 'pump'])

    expect(together).to.deep.include({ episodes_per_day: 2 / 7, too_broad: false })
    expect(oneByOne).to.deep.equal(together)
  })

  it('alert preview refuses what an alert would refuse', async () => {
    for (const args of [
      [],
      ['--keyword', '?!'],
      ['--keyword', ...'abcdefghijk'],
      ['--keyword', 'k'.repeat(201)],
    ]) {
      const { code, stderr } = await cli.run(['alert', 'preview', ...args])
      expect(code).to.equal(2)
      expect(stderr).to.match(/^overheard: .*keyword.*\n$/)
    }
  })
})

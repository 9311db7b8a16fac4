import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { connect } from '../../lib/db/open.js'
import { Cli } from '../support/cli.js'
import { S3Server } from '../support/s3-server.js'

const FEED = 'https://example.org/feed.xml'
const EPISODES = 60
/** Puts that a round lets the import make before it is killed. */
const ROUNDS = [1, 10, 15, 47]

const lines = [
  { type: 'podcast', feed_url: FEED, title: 'Quiet Harbours' },
  ...Array.from({ length: EPISODES }, (_, index) => ({
    type: 'episode',
    feed_url: FEED,
    guid: `episode-${index}`,
    title: `Episode ${index}`,
    transcript: { language: 'en', segments: [{ start: 0, end: 4, text: `The harbour of number${index}.` }] },
  })),
].map((line) => JSON.stringify(line))

describe('an import into a bucket that is killed', function () {
  this.timeout(120_000)
  let bucket: S3Server
  let cli: Cli

  before(async () => {
    bucket = await S3Server.start()
    cli = new Cli(bucket.environment())
    await cli.json(['account', 'create', '--name', 'A'])
    writeFileSync(join(cli.folder, 'lines.jsonl'), lines.join('\n'))
  })
  after(async () => {
    await cli.close()
    await bucket.close()
  })

  async function namesInDatabase() {
    const db = connect(cli.database)
    try {
      const keys = async (sql: string) =>
        (await db.all<{ object_key: string }>(sql)).map(({ object_key }) => `overheard/${object_key}`)
      return {
        named: await keys('SELECT object_key FROM transcripts'),
        loose: await keys('SELECT object_key FROM loose_objects'),
      }
    } finally {
      await db.close()
    }
  }

  it('a killed import leaves no transcript without its object, and no unrecorded object', async () => {
    for (const puts of ROUNDS) {
      const before = bucket.count('PUT')
      const child = spawn(process.execPath, [cli.command, 'import', 'lines.jsonl'], {
        cwd: cli.folder,
        env: cli.variables(),
        stdio: 'ignore',
      })
      const exited = once(child, 'exit')
      await bucket.reached('PUT', before + puts)
      child.kill('SIGKILL')
      await exited

      const { named, loose } = await namesInDatabase()
      const there = [...bucket.objects.keys()]
      expect(there).to.include.members(named)
      expect([...named, ...loose]).to.include.members(there)
      expect(named.filter((key) => loose.includes(key))).to.deep.equal([])
    }

    const done = await cli.json(['import', 'lines.jsonl'])

    expect(done).to.deep.equal({ podcasts: 1, episodes: EPISODES, transcripts: EPISODES, errors: [] })
    expect((await namesInDatabase()).named).to.have.length(EPISODES)
  })
})

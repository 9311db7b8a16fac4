import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { openDatabase } from '../../lib/db/open.js'
import { Cli } from '../support/cli.js'

const FEED = 'https://example.org/feed.xml'
/** Clears the screen, in two spellings, and reverses the rest of the line, in two ways. */
const CLEAR = '\u001b[2J\u009b2J\u202e\u2067'
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

describe("strangers' text on a terminal", () => {
  const cli = new Cli()
  let episodeId = ''

  before(async () => {
    const podcast = { type: 'podcast', feed_url: FEED, title: `Tea${CLEAR}` }
    const episode = {
      type: 'episode',
      feed_url: FEED,
      guid: '1',
      title: `One${CLEAR}`,
      transcript: { segments: [] },
    }
    await cli.run(['import', '-'], {
      input: [podcast, episode].map((line) => JSON.stringify(line)).join('\n'),
    })
    const db = await openDatabase(cli.database)
    try {
      // As an older version stored it.
      await db.run('UPDATE podcasts SET title = :title', { title: `Tea\n${CLEAR}` })
      await db.run('UPDATE episodes SET title = :title', { title: `One${CLEAR}` })
      episodeId = (await db.get<{ uuid: string }>('SELECT uuid FROM episodes'))!.uuid
    } finally {
      await db.close()
    }
  })

  after(() => cli.close())

  it('shown text contains no escape sequence', async () => {
    for (const args of [
      ['episode', 'show', episodeId],
      ['episode', 'show', episodeId, '--json'],
    ]) {
      const { stdout } = await cli.run(args)
      expect(stdout).to.include('One').and.not.match(CONTROLS)
      if (args.includes('--json')) expect(JSON.parse(stdout).title).to.equal(`One${CLEAR}`)
    }
  })

  it('refusals contain no escape sequence', async () => {
    const file = join(cli.folder, 'faulty.jsonl')
    writeFileSync(file, `{"type":${CLEAR}\n{"type":"${CLEAR}"}\n`)

    const answers = [
      await cli.run(['import', file]),
      await cli.run(['feed', 'add', `no${CLEAR}address`]),
      await cli.run([`no${CLEAR}command`]),
      await cli.run(['episode', 'show', `no${CLEAR}episode`]),
    ]

    for (const { code, stderr } of answers) {
      expect(code).to.not.equal(0)
      expect(stderr).to.match(/\S/).and.not.match(CONTROLS)
    }
  })
})

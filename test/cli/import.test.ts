import { randomBytes } from 'node:crypto'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { connect } from '../../lib/db/open.js'
import { Api, type Json } from '../support/api.js'
import { Cli } from '../support/cli.js'
import { aFeed, anItem, FeedServer } from '../support/feed-server.js'

const FEED = 'https://example.org/feed.xml'
const podcast = { type: 'podcast', feed_url: FEED, title: 'Kettle Talk', categories: ['News & Politics'] }
const episode = (guid: string, fields: Json = {}) => ({
  type: 'episode',
  feed_url: FEED,
  guid,
  title: `Episode ${guid}`,
  published_at: new Date(Date.now() - 3_600_000).toISOString(),
  ...fields,
})
const said = (...sentences: string[]) => ({
  language: 'en',
  duration_seconds: 60,
  segments: sentences.map((text, index) => ({ start: index * 4, end: index * 4 + 4, text })),
})
const lines = (...documents: unknown[]) =>
  documents.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n')

/** A running server with a key that reaches everything. */
async function apiOf(cli: Cli): Promise<Api> {
  const account = await cli.json(['account', 'create', '--name', 'A', '--plan', 'pro'])
  const { key } = await cli.json(['key', 'create', '--name', 'k', '--account', account.id])
  const { announced } = await cli.serve(['serve', '--no-jobs'])
  return new Api(announced.listening, key)
}

async function searched(api: Api, q: string, scope = 'transcript'): Promise<string[]> {
  const { body } = await api.call('searchEpisodes', { query: { q, scope } })
  return body.results.map((hit: Json) => hit.title)
}

describe('the command: import', () => {
  let cli: Cli

  beforeEach(() => {
    cli = new Cli({ OVERHEARD_ALLOWED_NETWORKS: '127.0.0.0/8' })
  })

  afterEach(() => cli.close())

  it('imported lines are found, read and listed', async () => {
    const input = lines(
      podcast,
      episode('e1', { transcript: said('We talk about teapots.', 'Goodbye.') }),
      episode('e2'),
    )

    const counts = await cli.json(['import', '-'], { input })
    const api = await apiOf(cli)
    const [hit] = (await api.call('searchEpisodes', { query: { q: 'teapots', scope: 'transcript' } })).body
      .results
    const detail = await api.call('getPodcast', { params: { podcast_id: hit.podcast.id } })
    const file = await api.call('downloadTranscript', { params: { episode_id: hit.id } })

    expect(counts).to.deep.equal({ podcasts: 1, episodes: 2, transcripts: 1, errors: [] })
    expect(hit).to.deep.include({
      title: 'Episode e1',
      excerpts: [{ text: 'We talk about teapots. Goodbye.' }],
    })
    expect(detail.body).to.deep.include({
      available_episode_count: 2,
      categories: [{ name: 'News & Politics', slug: 'news-politics' }],
    })
    expect(file.body.segments).to.deep.equal(said('We talk about teapots.', 'Goodbye.').segments)
  })

  it('import stores the good lines, reports the faulty ones by number, and exits with 1', async () => {
    const input = lines(
      podcast,
      '{broken',
      episode('e1', { transcript: said('We talk about teapots.') }),
      {
        type: 'episode',
        feed_url: 'https://example.org/other.xml',
        guid: 'x',
        title: 'Nobody knows the show',
      },
      '',
      episode('e2', { transcript: { segments: [{ start: 4, end: 1, text: 'backwards' }] } }),
      episode('e3', { transcript: { file: 'missing.vtt' } }),
      episode('e4'),
    )

    const { code, stdout, stderr } = await cli.run(['import', '-', '--json'], { input })
    const { errors, ...counts } = JSON.parse(stdout)

    expect(code).to.equal(1)
    expect(counts).to.deep.equal({ podcasts: 1, episodes: 2, transcripts: 1 })
    expect(errors.map((fault: Json) => fault.line)).to.deep.equal([2, 4, 6, 7])
    const told = stderr.trim().split('\n')
    expect(told).to.have.lengthOf(4)
    for (const line of told) expect(line).to.match(/^overheard: line \d: /)
  })

  it('import sums up what it did', async () => {
    const { stdout } = await cli.run(['import', '-'], {
      input: lines(podcast, '{broken', episode('e1'), episode('e2')),
    })

    expect(stdout).to.equal('1 podcast, 2 episodes, 0 transcripts taken; 1 line faulty\n')
  })

  it('import reports a line that is not UTF-8, and stores the others', async () => {
    const input = Buffer.concat([
      Buffer.from(`${lines(podcast, episode('e1'))}\n{"type":"podcast","feed_url":"${FEED}","title":"Caf`),
      Buffer.from([0xe9]),
      Buffer.from(`"}\n${lines(episode('e2'))}\n`),
    ])

    const { code, stdout } = await cli.run(['import', '-', '--json'], { input })

    expect(code).to.equal(1)
    expect(JSON.parse(stdout)).to.deep.equal({
      podcasts: 1,
      episodes: 2,
      transcripts: 0,
      errors: [{ line: 3, error: 'not UTF-8' }],
    })
  })

  it('a repeated import replaces transcripts, and fields that are left out keep their value', async () => {
    const first = episode('e1', { description: 'Kept.', transcript: said('We talk about teapots.') })
    await cli.json(['import', '-'], { input: lines(podcast, first) })

    await cli.json(['import', '-'], {
      input: lines(episode('e1', { title: 'Renamed', transcript: said('We talk about kettles.') })),
    })
    const api = await apiOf(cli)

    expect(await searched(api, 'teapots')).to.deep.equal([])
    expect(await searched(api, 'kettles')).to.deep.equal(['Renamed'])
    expect(await searched(api, 'renamed', 'metadata')).to.deep.equal(['Renamed'])
    expect(await searched(api, 'kept', 'metadata')).to.deep.equal(['Renamed'])
  })

  it('transcript files are read relative to the importing file, or to the working folder', async () => {
    const vtt = 'WEBVTT\n\n00:01.000 --> 00:03.000\n<v Ann>The teapot is on the table.\n'
    writeFileSync(join(cli.folder, 'e1.vtt'), vtt)
    writeFileSync(join(cli.folder, 'e2.srt'), '1\n00:00:01,000 --> 00:00:03,000\nThe kettle is on the hob.\n')
    writeFileSync(
      join(cli.folder, 'show.jsonl'),
      lines(podcast, episode('e1', { transcript: { file: 'e1.vtt' } })),
    )

    const fromFile = await cli.json(['import', join(cli.folder, 'show.jsonl')], { cwd: '/' })
    const fromInput = await cli.json(['import', '-'], {
      input: lines(episode('e2', { transcript: { file: 'e2.srt' } })),
      cwd: cli.folder,
    })
    const api = await apiOf(cli)

    expect([fromFile.transcripts, fromInput.transcripts]).to.deep.equal([1, 1])
    expect(await searched(api, 'teapot | kettle')).to.have.members(['Episode e1', 'Episode e2'])
  })

  it('transcript files are read below that folder only, links resolved, unless another folder is given', async () => {
    const inner = join(cli.folder, 'inner')
    mkdirSync(join(inner, 'deeper'), { recursive: true })
    const vtt = 'WEBVTT\n\n00:00.000 --> 00:04.000\nA secret.\n'
    for (const path of ['outside.vtt', 'inner/deeper/..inside.vtt', 'innermost.vtt'])
      writeFileSync(join(cli.folder, path), vtt)
    symlinkSync(join(cli.folder, 'outside.vtt'), join(inner, 'link.vtt'))
    const files = [
      'deeper/..inside.vtt',
      '../outside.vtt',
      'link.vtt',
      join(cli.folder, 'innermost.vtt'),
      '/etc/passwd',
    ]
    writeFileSync(
      join(inner, 'lines.jsonl'),
      lines(podcast, ...files.map((file) => episode(file, { transcript: { file } }))),
    )

    const { stdout, code } = await cli.run(['import', '--json', 'inner/lines.jsonl'])
    const allowed = await cli.run(['import', '--json', '--files-below', '.', 'inner/lines.jsonl'])

    expect(code).to.equal(1)
    const { transcripts, errors } = JSON.parse(stdout)
    expect(transcripts).to.equal(1)
    expect(errors.map(({ line }: Json) => line)).to.deep.equal([3, 4, 5, 6])
    for (const { error } of errors) expect(error).to.match(/is outside .*inner: allow it with --files-below$/)
    expect(JSON.parse(allowed.stdout).transcripts).to.equal(4)
    expect(JSON.parse(allowed.stdout).errors.map(({ line }: Json) => line)).to.deep.equal([6])
  })

  const guids: Array<[string, string]> = [
    ['very long', randomBytes(6000).toString('base64')],
    ['broken', 'a guid\n\t of  three lines\n'],
  ]
  for (const [what, guid] of guids)
    it(`a line with a ${what} guid updates the episode that the feed gave`, async () => {
      const feed = aFeed([anItem({ guid, title: 'From the feed', date: new Date().toISOString() })])
      const publisher = await FeedServer.start()
      const { feed_url, podcast_id } = await cli.json([
        'feed',
        'add',
        publisher.serve('/feed.xml', { body: feed }),
      ])
      await publisher.close()

      const input = lines(episode(guid, { feed_url, title: 'Renamed' }))
      const { errors } = await cli.json(['import', '-'], { input })
      const api = await apiOf(cli)

      expect(errors).to.deep.equal([])
      const { body } = await api.call('listPodcastEpisodes', { params: { podcast_id } })
      expect(body.results.map(({ title }: Json) => title)).to.deep.equal(['Renamed'])
    })

  it('a line updates the episode that an older version stored with white space in its guid', async () => {
    await cli.json(['import', '-'], { input: lines(podcast, episode('a guid')) })
    const db = connect(cli.database)
    try {
      await db.run("UPDATE episodes SET guid = 'a  guid'")
      const input = lines(episode('a  guid', { title: 'Renamed' }), episode('a guid', { title: 'Again' }))
      await cli.json(['import', '-'], { input })

      expect(await db.all('SELECT guid, title FROM episodes')).to.deep.equal([
        { guid: 'a guid', title: 'Again' },
      ])
    } finally {
      await db.close()
    }
  })

  it('a file name that no file can have makes its line faulty as any missing file does', async () => {
    const input = lines(podcast, episode('e1', { transcript: { file: 'a\0.vtt' } }))

    const { stdout } = await cli.run(['import', '-', '--json'], { input })

    const [{ error }] = JSON.parse(stdout).errors
    expect(error).to.match(/^there is no file /)
  })

  it('an error names its file if there are several, and the others are read', async () => {
    writeFileSync(join(cli.folder, 'one.jsonl'), lines(podcast, '{'))
    writeFileSync(join(cli.folder, 'two.jsonl'), lines(episode('e1')))

    const { code, stdout } = await cli.run(['import', 'one.jsonl', 'gone.jsonl', 'two.jsonl', '--json'])
    const { errors, ...counts } = JSON.parse(stdout)

    expect(code).to.equal(1)
    expect(counts).to.deep.equal({ podcasts: 1, episodes: 1, transcripts: 0 })
    expect(errors.map((fault: Json) => fault.file)).to.deep.equal(['one.jsonl', 'gone.jsonl'])
  })

  it('a file that cannot be read is an error, not a faulty line', async () => {
    const { code, stdout, stderr } = await cli.run(['import', 'gone.jsonl'])

    expect(code).to.equal(1)
    expect(stdout).to.equal('0 podcasts, 0 episodes, 0 transcripts taken; 0 lines faulty\n')
    expect(stderr).to.match(/^overheard: Cannot read gone\.jsonl: ENOENT\b.*\n$/)
  })
})

describe('the command: demo', () => {
  it('demo serves podcasts with transcripts and an alert that has matches', async () => {
    const cli = new Cli()
    const { announced } = await cli.serve(['demo'])
    const api = new Api(announced.listening, announced.key)

    const me = await api.call('getIdentity')
    const alerts = await api.call('listAlerts')
    const matches = await api.call('listAlertMatches', { params: { alert_id: alerts.body.results[0].id } })
    const hits = await api.call('searchEpisodes', { query: { q: '"heat pump"', scope: 'transcript' } })

    expect(me.body.team.id).to.equal(announced.team_id)
    expect(me.body.account.id).to.equal(announced.account_id)
    expect(matches.body.results).to.not.have.lengthOf(0)
    expect(hits.body.results).to.not.have.lengthOf(0)
    await cli.close()
  })

  it('demo refuses a database on a server, and says what to give instead', async () => {
    const cli = new Cli()

    const { code, stdout, stderr } = await cli.run([
      'demo',
      '--database',
      'postgres://ann@127.0.0.1:1/overheard',
    ])

    expect({ code, stdout }).to.deep.equal({ code: 2, stdout: '' })
    expect(stderr).to.equal(
      'overheard: --database must be the path of a new SQLite file; leave it out for a temporary one.\n',
    )
    await cli.close()
  })
})

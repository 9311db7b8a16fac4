import { existsSync } from 'node:fs'
import { expect } from 'chai'
import { connect } from '../../lib/db/open.js'
import { type Answer, Api, type Query } from '../support/api.js'
import {
  citusNodes,
  citusUrl,
  describeOnCitus,
  dropOnCitus,
  IS_SPREAD,
  makeOnCitus,
} from '../support/citus.js'
import { Cli } from '../support/cli.js'
import { ENGINE } from '../support/engine.js'
import { until } from '../support/until.js'

const COMMAND = ['database', 'distribute']
const FEEDS = ['https://example.org/harbours.xml', 'https://example.org/hills.xml'] as const
const EPISODES = 60
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

interface Said {
  title?: string
  publishedAt?: string
  text: string
}

function episodeLine(number: number, { title = `Episode ${number}`, publishedAt, text }: Said): string {
  return JSON.stringify({
    type: 'episode',
    feed_url: FEEDS[number % 2],
    guid: `episode-${number}`,
    title,
    published_at: publishedAt,
    transcript: {
      language: 'en',
      segments: text.split('. ').map((text, at) => ({ start: at, end: at + 1, text })),
    },
  })
}

/** Two shows over half a year; every tenth episode is undated. The harbour is said ever more often. */
function lines(): string {
  const episodes = Array.from({ length: EPISODES }, (_, number) =>
    episodeLine(number, {
      ...(number % 10 !== 0 && { publishedAt: daysAgo(1 + number * 3) }),
      text: [
        `The ${number % 3 === 0 ? 'quiet harbour' : 'harbour is quiet'} of number${number}`,
        ...Array<string>(number % 7).fill('A harbour again'),
        'And ships sail on',
      ].join('. '),
    }),
  )
  return [
    ...FEEDS.map((feed_url) => JSON.stringify({ type: 'podcast', feed_url, title: feed_url })),
    ...episodes,
  ].join('\n')
}

const BEST = {
  scope: 'transcript',
  order_by: 'best_match',
  since: daysAgo(400).slice(0, 10),
  limit: 20,
} as const
const NEWEST = { ...BEST, order_by: 'published_at', order_dir: 'desc' } as const

/** All forms of questions; those about one podcast get its id. */
const QUESTIONS: ReadonlyArray<Query & { ofPodcast?: boolean }> = [
  { ...BEST, q: 'harbour' },
  { ...NEWEST, q: 'harbour' },
  { ...NEWEST, q: 'harbour', order_dir: 'asc' },
  { ...BEST, q: '"quiet harbour"' },
  { ...NEWEST, q: '"quiet harbour" | number7' },
  { ...BEST, q: 'harbour -again' },
  { ...NEWEST, q: 'harbour -"quiet harbour"' },
  { ...NEWEST, q: '-again' },
  { ...BEST, q: 'harbour', ofPodcast: true },
  { ...NEWEST, q: '"ships sail"', ofPodcast: true },
  { scope: 'transcript', q: 'harbour', order_by: 'best_match', limit: 50 },
  { ...BEST, q: 'episode', scope: 'metadata' },
]

/** Titles and excerpts on all pages of an answer. */
async function walk(api: Api, query: Query): Promise<unknown[]> {
  const found: unknown[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, text, body }: Answer = await api.call('searchEpisodes', { query: { ...query, cursor } })
    expect(status, text).to.equal(200)
    for (const { title, excerpts } of body.results) found.push([title, excerpts])
    cursor = body.next_cursor
  }
  return found
}

describe('database distribute', () => {
  const cli = new Cli()
  after(() => cli.close())

  it('distribute is refused with a reason if there is nothing to distribute over', async function () {
    if (IS_SPREAD) this.skip()
    const { code, stderr } = await cli.run(COMMAND)

    expect(code).to.equal(1)
    expect(stderr).to.match(ENGINE === 'sqlite' ? /SQLite/ : /citus/)
    expect(existsSync(cli.database)).to.equal(false)
  })
})

describeOnCitus('database distribute on a server that has no nodes yet', () => {
  const name = `overheard_test_${process.pid}_alone`
  const cli = new Cli({ OVERHEARD_DATABASE: citusUrl(name) })

  before(() => makeOnCitus(name, false))

  after(async () => {
    await cli.close()
    await dropOnCitus(name)
  })

  it('distribute on a coordinator without nodes says that nodes must be added', async () => {
    const db = connect(citusUrl(name))
    await db.all('SELECT citus_remove_node(nodename, nodeport) FROM pg_dist_node WHERE groupid > 0')
    await db.all('SELECT citus_remove_node(nodename, nodeport) FROM pg_dist_node')
    await db.close()

    const { code, stderr } = await cli.run(COMMAND)

    expect(code).to.equal(1)
    expect(stderr).to.include('citus_add_node')
  })
})

describeOnCitus('database distribute on a coordinator', () => {
  const name = `overheard_test_${process.pid}_cli`
  const cli = new Cli({ OVERHEARD_DATABASE: citusUrl(name) })
  let key: string
  let whole: unknown[][]

  /** With a service that is stopped afterwards. */
  async function served<T>(work: (api: Api) => Promise<T>): Promise<T> {
    const { child, announced } = await cli.serve(['serve', '--no-jobs'])
    try {
      return await work(new Api(announced.listening, key))
    } finally {
      child.kill('SIGTERM')
      await until(() => child.exitCode !== null)
    }
  }

  const answers = () =>
    served(async (api) => {
      const podcasts = await api.get('/podcasts/search', { q: 'harbours' })
      const podcast_id = podcasts.body.results[0].id
      const all: unknown[][] = []
      for (const { ofPodcast, ...query } of QUESTIONS) {
        all.push(await walk(api, { ...query, ...(ofPodcast ? { podcast_id } : {}) }))
      }
      return all
    })

  before(async () => {
    await makeOnCitus(name, false)
    key = (await cli.json(['setup', '--account', 'A', '--plan', 'pro', '--team', 'T'])).key.key
    await cli.json(['import', '-'], { input: lines() })
    whole = await answers()
  })

  after(async () => {
    await cli.close()
    await dropOnCitus(name)
  })

  it('distribute is refused while a service has the database open, and changes nothing', async () => {
    const { code, stderr } = await served(() => cli.run(COMMAND))

    expect(code).to.equal(1)
    expect(stderr).to.include('in use')
  })

  it('distribute is refused on a node, and leaves nothing there', async () => {
    const { workers } = await citusNodes()
    const database = citusUrl(name, workers[0])
    const other = new Cli({ OVERHEARD_DATABASE: database })
    const { code, stderr } = await other.run(COMMAND)
    await other.close()
    const node = connect(database)
    const { made } = (await node.get<{ made: string | null }>("SELECT to_regclass('episodes') AS made"))!
    await node.close()

    expect(code).to.equal(1)
    expect(stderr).to.include('coordinator')
    expect(made).to.equal(null)
  })

  it('distribute spreads the stored rows, reports it, and can be repeated', async () => {
    const first = await cli.json([...COMMAND, '--shards', '6'])
    const second = await cli.json(COMMAND)
    const node = connect(citusUrl(name, (await citusNodes()).workers[0]))
    const { enable_seqscan } = (await node.get<{ enable_seqscan: string }>('SHOW enable_seqscan'))!
    await node.close()
    const spread = { shards: 6, nodes: (await citusNodes()).workers.length, rows: EPISODES }

    expect(first.tables).to.deep.equal([
      { name: 'transcript_index', ...spread, isNew: true },
      { name: 'transcript_parts', ...spread, isNew: true },
    ])
    expect(enable_seqscan).to.equal('off')
    expect(second.tables.map(({ isNew }: { isNew: boolean }) => isNew)).to.deep.equal([false, false])
  })

  it('another number of shards is refused with the present number', async () => {
    const { code, stderr } = await cli.run([...COMMAND, '--shards', '16'])

    expect(code).to.equal(1)
    expect(stderr).to.include('in 6 shards already').and.to.include('without --shards')
  })

  it('every answer is the same after distribute', async () => {
    const spread = await answers()

    for (const [index, { q }] of QUESTIONS.entries()) {
      expect(whole[index], String(q)).not.to.deep.equal([])
      expect(spread[index], String(q)).to.deep.equal(whole[index])
    }
  })

  it('replaced, moved and new transcripts are found after distribute', async () => {
    const input = [
      episodeLine(1, { publishedAt: daysAgo(4), text: 'The pelican of number1' }),
      episodeLine(2, { publishedAt: daysAgo(300), text: 'The heron of number2' }),
      episodeLine(EPISODES, { publishedAt: daysAgo(330), text: 'The curlew of the year before' }),
    ].join('\n')
    await cli.json(['import', '-'], { input })

    const found = await served(async (api) => {
      const titles: Record<string, unknown> = {}
      for (const q of ['pelican', 'heron', 'curlew', '"harbour is quiet of number1"', 'number2']) {
        titles[q] = (await walk(api, { ...NEWEST, q })).map((hit) => (hit as [string])[0])
      }
      return titles
    })

    expect(found).to.deep.equal({
      pelican: ['Episode 1'],
      heron: ['Episode 2'],
      curlew: [`Episode ${EPISODES}`],
      '"harbour is quiet of number1"': [],
      number2: ['Episode 2'],
    })
  })
})

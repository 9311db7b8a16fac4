import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { Api, type Json } from '../support/api.js'
import { Cli } from '../support/cli.js'
import { aFeed, anItem, aVtt, FeedServer } from '../support/feed-server.js'
import { until } from '../support/until.js'

const now = () => new Date().toISOString()

describe('the command: feeds', () => {
  let cli: Cli
  let publisher: FeedServer

  beforeEach(async () => {
    cli = new Cli({
      OVERHEARD_ALLOWED_NETWORKS: '127.0.0.0/8',
      OVERHEARD_FEED_POLL_MINUTES: '0.02',
      OVERHEARD_TRANSCRIBER: 'off',
    })
    publisher = await FeedServer.start()
  })

  afterEach(async () => {
    await cli.close()
    await publisher.close()
  })

  const publish = (path: string, title: string, ...items: string[]) =>
    publisher.serve(path, { body: aFeed(items, { title }) })

  it('feed add follows a feed, feed list shows its state, and feed remove ends it', async () => {
    const url = publish('/feed.xml', 'Tea', anItem({ guid: '1', title: 'One', date: now() }))

    const added = await cli.json(['feed', 'add', url])
    const again = await cli.json(['feed', 'add', url])
    const listed = await cli.json(['feed', 'list'])
    const removed = await cli.json(['feed', 'remove', added.id])
    const after = await cli.json(['feed', 'list'])

    expect(added).to.include({ feed_url: url, title: 'Tea' })
    expect(added).to.have.all.keys('id', 'podcast_id', 'feed_url', 'title', 'admitted_at')
    expect(again).to.deep.equal(added)
    expect(listed.feeds).to.have.length(1)
    expect(listed.feeds[0]).to.deep.include({
      ...added,
      status: 'ok',
      episodes: 1,
      transcripts: 0,
      last_error: null,
    })
    expect(listed.feeds[0].next_poll_at > listed.feeds[0].last_success_at).to.equal(true)
    expect(removed).to.deep.equal({ id: added.id, podcast_id: added.podcast_id })
    expect(after).to.deep.equal({ feeds: [] })
  })

  it('feed add follows the good addresses of several, and reports each failure', async () => {
    const good = publish('/good.xml', 'Good')
    const bad = publisher.url('/bad.xml')

    const { code, stdout, stderr } = await cli.run(['feed', 'add', bad, good, 'nonsense', '--json'])

    expect(code).to.equal(1)
    expect(JSON.parse(stdout).feeds.map((feed: Json) => feed.feed_url)).to.deep.equal([good])
    expect(stderr.trim().split('\n')).to.have.length(2)
    expect(stderr).to.contain(`${bad}: The server answered 404 Not Found.`).and.to.contain('nonsense: ')
  })

  it('feed add says in one line why a feed was not added', async () => {
    const url = publisher.serve('/page', { body: '<html><body>Hello</body></html>' })

    const { code, stdout, stderr } = await cli.run(['feed', 'add', url, '--json'])

    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' })
    expect(stderr).to.equal(`overheard: ${url}: The answer is neither RSS nor Atom but begins with <html>.\n`)
  })

  it('feed add does not repeat the password of an address', async () => {
    const urls = [
      'https://ann:opensesame@example.org/feed.xml',
      'https://ann:open/sesame@example.org/',
      'nonsense',
    ]

    const { code, stdout, stderr } = await cli.run(['feed', 'add', ...urls, '--json'])

    expect(code).to.equal(1)
    expect(stdout + stderr).to.not.match(/open\/?sesame/)
    expect(stderr).to.contain('https://[hidden]@example.org/feed.xml: ')
    expect(JSON.parse(stdout).errors.map((failure: Json) => failure.feed_url)).to.deep.equal([
      'https://[hidden]@example.org/feed.xml',
      'https://ann:[hidden]@example.org/',
      'nonsense',
    ])
  })

  it('feed poll requests feeds now, and counts new episodes', async () => {
    const feed = await cli.json(['feed', 'add', publish('/feed.xml', 'Tea')])
    const failing = await cli.json(['feed', 'add', publish('/failing.xml', 'Failing')])
    publisher.serve('/1.vtt', { body: aVtt('Hello and welcome.') })
    const transcript = '<podcast:transcript url="/1.vtt" type="text/vtt"/>'
    publish('/feed.xml', 'Tea', anItem({ guid: '1', date: now(), more: transcript }))
    publisher.serve('/failing.xml', { status: 500 })

    const one = await cli.json(['feed', 'poll', feed.id.toUpperCase()])
    const all = await cli.run(['feed', 'poll', '--json'])
    const unknown = await cli.run(['feed', 'poll', '01a1fc16-a856-76fd-8f08-5916d7b23cc3', '--json'])

    expect(one).to.deep.equal({ polled: 1, episodes_added: 1, transcripts_added: 1, errors: [] })
    expect(all.code).to.equal(1)
    expect(JSON.parse(all.stdout)).to.deep.equal({
      polled: 2,
      episodes_added: 0,
      transcripts_added: 0,
      errors: [{ feed_url: failing.feed_url, error: 'The server answered 500 Internal Server Error.' }],
    })
    expect(unknown.code).to.equal(1)
    expect(unknown.stderr).to.contain('There is no feed')
  })

  it('feed poll says in one line that a feed failed', async () => {
    const { feed_url } = await cli.json(['feed', 'add', publish('/failing.xml', 'Failing')])
    publisher.serve('/failing.xml', { status: 500 })
    cli.environment.OVERHEARD_LOG_LEVEL = 'info'

    const { code, stderr } = await cli.run(['feed', 'poll'])

    expect(code).to.equal(1)
    expect(stderr).to.equal(`overheard: ${feed_url}: The server answered 500 Internal Server Error.\n`)
  })

  it('episode show names the source of a transcript', async () => {
    const transcript = '<podcast:transcript url="/1.vtt" type="text/vtt" language="en"/>'
    publisher.serve('/1.vtt', { body: aVtt('Hello and welcome.') })
    const url = publish(
      '/feed.xml',
      'Tea',
      anItem({ guid: '1', title: 'One', date: now(), more: transcript }),
    )
    const feed = await cli.json(['feed', 'add', url])
    const { announced } = await cli.serve(['serve', '--no-jobs'])
    const account = await cli.json(['account', 'create', '--name', 'Acme', '--plan', 'pro'])
    const { key } = await cli.json(['key', 'create', '--name', 'first', '--account', account.id])
    const { body } = await new Api(announced.listening, key).get(`/podcasts/${feed.podcast_id}/episodes`)
    const [{ id }] = body.results

    const before = await cli.json(['episode', 'show', id])
    await cli.json(['job', 'run', 'transcribe'])
    const after = await cli.json(['episode', 'show', id])
    const unknown = await cli.run(['episode', 'show', feed.id])

    expect(before).to.deep.equal({ id, title: 'One', feed_url: url, transcript: null })
    expect(after.transcript).to.deep.equal({
      source: 'publisher',
      model: null,
      language: 'en',
      word_count: 3,
      duration_seconds: null,
    })
    expect(unknown.code).to.equal(1)
  })

  it('feed import reads OPML, each feed once, and feed export writes it', async () => {
    const a = publish('/a.xml', 'A &amp; B')
    const c = publish('/c.xml', 'C')
    await cli.json(['feed', 'add', a])
    const file = join(cli.folder, 'feeds.opml')
    writeFileSync(
      file,
      `<opml version="2.0"><body><outline text="Folder"><outline xmlUrl="${a}"/><outline xmlUrl="${c}"/></outline>
       <outline xmlUrl="${c}"/><outline xmlUrl="${c}#again"/><outline xmlUrl="${publisher.url('/none.xml')}"/></body></opml>`,
    )

    const { code, stdout } = await cli.run(['feed', 'import', file, '--json'])
    const exported = await cli.json(['feed', 'export'])
    const printed = await cli.run(['feed', 'export'])

    expect(code).to.equal(1)
    expect(JSON.parse(stdout)).to.deep.equal({
      added: 1,
      skipped: 3,
      errors: [{ feed_url: publisher.url('/none.xml'), error: 'The server answered 404 Not Found.' }],
    })
    expect(exported.opml)
      .to.contain(`text="A &amp; B" title="A &amp; B" xmlUrl="${a}"`)
      .and.to.contain(`xmlUrl="${c}"`)
    expect(printed.stdout).to.equal(exported.opml)
  })

  it('feed import refuses a file that is not OPML, and one that does not exist', async () => {
    const file = join(cli.folder, 'feeds.opml')
    writeFileSync(file, 'not OPML')

    const wrong = await cli.run(['feed', 'import', file])
    const missing = await cli.run(['feed', 'import', join(cli.folder, 'none.opml')])

    expect(wrong.code).to.equal(1)
    expect(wrong.stderr).to.contain('This is not an OPML document')
    expect(missing.code).to.equal(1)
    expect(missing.stderr).to.match(/^overheard: Cannot read .*none.opml.*\n$/)
  })

  it('a running server polls feeds and fetches transcripts by itself', async () => {
    await cli.serve()
    const feed = await cli.json(['feed', 'add', publish('/feed.xml', 'Tea')])
    publisher.serve('/1.vtt', { body: aVtt('Hello and welcome.') })
    const transcript = '<podcast:transcript url="/1.vtt" type="text/vtt"/>'
    publish('/feed.xml', 'Tea', anItem({ guid: '1', date: now(), more: transcript }))

    let health: Json
    await until(async () => {
      health = (await cli.json(['feed', 'list'])).feeds[0]
      return health.transcripts === 1
    })

    expect(health).to.include({ id: feed.id, episodes: 1 })
  })
})

import { expect } from 'chai'
import { parseFeed } from '../../../lib/feeds/parse-feed.js'
import { FeedError } from '../../../lib/feeds/types.js'

const BASE = 'https://example.org/shows/feed.xml'
const NAMESPACES = [
  'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"',
  'xmlns:podcast="https://podcastindex.org/namespace/1.0"',
].join(' ')

const rss = (channel: string) =>
  `<?xml version="1.0"?><rss version="2.0" ${NAMESPACES}><channel>${channel}</channel></rss>`
const parse = (text: string) => parseFeed(text, BASE)
const channel = (content: string) => parse(rss(content))
const items = (content: string) => channel(content).items
const item = (content: string) => items(`<item><guid>1</guid>${content}</item>`)[0]!

describe('a parsed feed', () => {
  it('a feed gives the fields of its podcast', () => {
    const feed = channel(`
      <title>Tea &amp; Talk</title>
      <description>&lt;p&gt;Two people&lt;/p&gt;&lt;p&gt;and a pot&lt;/p&gt;</description>
      <itunes:author>Ann Other</itunes:author>
      <itunes:explicit>yes</itunes:explicit>
      <itunes:image href="/cover.jpg"/>
      <language><![CDATA[EN-us]]></language>
      <ttl>60</ttl>
      <link>https://podcasts.apple.com/us/podcast/tea/id1234567890</link>`)

    expect(feed).to.deep.include({
      title: 'Tea & Talk',
      description: 'Two people\n\nand a pot',
      author: 'Ann Other',
      explicit: true,
      imageUrl: 'https://example.org/cover.jpg',
      language: 'en-us',
      itunesId: 1234567890,
      ttlMinutes: 60,
      isComplete: true,
    })
  })

  it('missing fields of a podcast get defaults', () => {
    expect(channel('')).to.deep.equal({
      title: 'example.org',
      description: '',
      author: '',
      explicit: false,
      imageUrl: '',
      itunesId: null,
      language: '',
      categories: [],
      ttlMinutes: null,
      items: [],
      isComplete: true,
    })
  })

  it('nested categories are listed once each, after the categories around them', () => {
    const { categories } = channel(`
      <itunes:category text="Society &amp; Culture"><itunes:category text="History"/></itunes:category>
      <itunes:category text="News"/><itunes:category text="News"/>
      <category>Ignored beside better ones</category>`)

    expect(categories).to.deep.equal(['Society & Culture', 'History', 'News'])
  })

  it('without iTunes categories, the categories of RSS are read', () => {
    expect(channel('<category>Tea</category><category> Pots </category>').categories).to.deep.equal([
      'Tea',
      'Pots',
    ])
  })

  it('a very long title is cut', () => {
    const { title, items } = parse(
      `<rss><channel><title>${'😀'.repeat(5000)}</title><item><title>${'x'.repeat(5000)}</title></item></channel></rss>`,
    )

    expect(title).to.match(/^(?:😀){999,1000}…$/u)
    expect(items[0]!.title).to.equal(`${'x'.repeat(2000)}…`)
  })

  it('without an iTunes image, the image of RSS is read, but not its title', () => {
    const feed = channel(
      '<image><url>https://example.org/i.png</url><title>Logo</title></image><title>Show</title>',
    )

    expect(feed).to.include({ imageUrl: 'https://example.org/i.png', title: 'Show' })
  })

  it('the iTunes id is read from the podcast namespace', () => {
    expect(channel('<podcast:id platform="apple" id="42"/>').itunesId).to.equal(42)
  })

  it('elements are recognised by their namespace, whatever their prefix', () => {
    const feed = parse(`<rss xmlns:a="http://www.itunes.com/dtds/podcast-1.0.dtd"
      xmlns:p="https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md"><channel>
      <a:author>Ann</a:author><item><guid>1</guid><p:transcript url="/t.vtt" type="text/vtt"/></item></channel></rss>`)

    expect(feed.author).to.equal('Ann')
    expect(feed.items[0]!.transcripts[0]!.url).to.equal('https://example.org/t.vtt')
  })

  it('an element may declare its own namespace, without a prefix', () => {
    const itunes = 'xmlns="http://www.itunes.com/dtds/podcast-1.0.dtd"'
    const feed = channel(`
      <owner ${itunes}><name>Ann</name></owner>
      <category ${itunes} text="News"><category text="Tea"/></category>
      <item><guid>1</guid><duration ${itunes}>20:00</duration><title>One</title>
        <transcript xmlns="https://podcastindex.org/namespace/1.0" url="1.vtt"/></item>
      <item><guid>2</guid><duration>20:00</duration></item>`)

    expect(feed).to.deep.include({ author: 'Ann', categories: ['News', 'Tea'] })
    expect(feed.items[0]).to.include({ title: 'One', durationSeconds: 1200 })
    expect(feed.items[0]!.transcripts).to.have.length(1)
    expect(feed.items[1]!.durationSeconds).to.equal(null)
  })

  it('a feed may declare its language, and the address that its addresses are relative to', () => {
    const feed =
      parse(`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de" xml:base="https://pots.example/a/">
      <logo>cover.png</logo>
      <entry><id>1</id><link rel="enclosure" href="1.mp3"/></entry>
      <entry xml:base="b/"><id>2</id><link rel="enclosure" href="2.mp3"/></entry>
      <entry xml:base="javascript:"><id>3</id><link rel="enclosure" href="3.mp3"/></entry></feed>`)

    expect(feed).to.include({ language: 'de', imageUrl: 'https://pots.example/a/cover.png' })
    expect(feed.items.map(({ audioUrl }) => audioUrl)).to.deep.equal([
      'https://pots.example/a/1.mp3',
      'https://pots.example/a/b/2.mp3',
      'https://pots.example/a/3.mp3',
    ])
  })

  it('Atom 0.3 is read', () => {
    const feed = parse(`<feed version="0.3" xmlns="http://purl.org/atom/ns#"><tagline>About tea</tagline>
      <entry><id>1</id><modified>2026-11-02T08:00:00Z</modified><issued>2026-11-01T08:00:00Z</issued></entry>
      <entry><id>2</id><created>2026-11-03T08:00:00Z</created></entry></feed>`)

    expect(feed.description).to.equal('About tea')
    expect(feed.items.map(({ publishedAt }) => publishedAt)).to.deep.equal([
      Date.UTC(2026, 10, 1, 8),
      Date.UTC(2026, 10, 3, 8),
    ])
  })

  it('Atom is read', () => {
    const feed =
      parse(`<feed xmlns="http://www.w3.org/2005/Atom"><title>Show</title><author><name>Ann</name></author>
      <entry><id>urn:1</id><title>One</title><published>2026-11-01T08:00:00Z</published><summary>Tea</summary>
      <link rel="alternate" href="https://example.org/one"/>
      <link rel="enclosure" href="https://example.org/1.mp3" type="audio/mpeg"/></entry></feed>`)

    expect(feed).to.include({ title: 'Show', author: 'Ann' })
    expect(feed.items).to.have.length(1)
    expect(feed.items[0]).to.include({
      guid: 'urn:1',
      title: 'One',
      descriptionMarkup: 'Tea',
      audioUrl: 'https://example.org/1.mp3',
      publishedAt: Date.UTC(2026, 10, 1, 8),
    })
  })

  const titles: Array<[name: string, type: string, published: string, plain: string]> = [
    ['HTML', 'html', '&lt;b&gt;Tea&lt;/b&gt; &amp;amp; &amp;lt;cake&amp;gt;', 'Tea & <cake>'],
    ['XHTML', 'xhtml', '<div><b>Tea</b> &amp; &lt;cake&gt;</div>', 'Tea & <cake>'],
    ['text', 'text', 'Tea &amp; &lt;cake&gt;', 'Tea & <cake>'],
  ]
  for (const [name, type, published, plain] of titles) {
    it(`a title of Atom in ${name} becomes plain text`, () => {
      const title = `<title type="${type}">${published}</title>`

      const feed = parse(`<feed xmlns="http://www.w3.org/2005/Atom">${title}
        <entry><id>urn:1</id>${title}</entry></feed>`)

      expect([feed.title, feed.items[0]!.title]).to.deep.equal([plain, plain])
    })
  }

  it('RSS 1.0 is read, with items beside the channel', () => {
    const feed = parse(`<rdf:RDF xmlns="http://purl.org/rss/1.0/"><channel><title>Show</title></channel>
      <item><title>One</title></item></rdf:RDF>`)

    expect(feed.items.map(({ title }) => title)).to.deep.equal(['One'])
  })
})

describe('an item of a feed', () => {
  it('a feed gives the fields of its items', () => {
    const [one] = items(`<item>
      <guid isPermaLink="false"> ep-1 </guid>
      <title>Pots &#8211; a &lt;history&gt;</title>
      <description>About &lt;b&gt;pots&lt;/b&gt;</description>
      <enclosure url="https://example.org/1.mp3?a=1&amp;b=2" length="0" type="audio/mpeg"/>
      <itunes:duration>1:00:01</itunes:duration>
      <itunes:episode>12</itunes:episode>
      <itunes:season>3</itunes:season>
      <pubDate>Sun, 01 Nov 2026 08:00:00 +0000</pubDate>
      <podcast:transcript url="1.vtt" type="text/VTT; charset=utf-8" language="en" rel="captions"/>
    </item>`)

    expect(one).to.deep.equal({
      guid: 'ep-1',
      title: 'Pots – a <history>',
      descriptionMarkup: 'About <b>pots</b>',
      audioUrl: 'https://example.org/1.mp3?a=1&b=2',
      audioType: 'audio/mpeg',
      durationSeconds: 3601,
      episodeNumber: 12,
      seasonNumber: 3,
      publishedAt: Date.UTC(2026, 10, 1, 8),
      transcripts: [
        { url: 'https://example.org/shows/1.vtt', type: 'text/vtt', language: 'en', rel: 'captions' },
      ],
    })
  })

  it('the first audio file of an item is its recording, even after pictures or videos', () => {
    const one = item(`<enclosure url="https://example.org/1.jpg" type="image/jpeg"/>
      <enclosure url="https://example.org/1.mp4" type="video/mp4"/>
      <enclosure url="https://example.org/1.m4a" type="audio/x-m4a"/>
      <enclosure url="https://example.org/2.mp3" type="audio/mpeg"/>`)

    expect(one.audioUrl).to.equal('https://example.org/1.m4a')
  })

  it('an item without an enclosure, or without an audio enclosure, has no recording', () => {
    expect(item('').audioUrl).to.equal('')
    expect(item('<enclosure url="https://example.org/1.pdf" type="application/pdf"/>').audioUrl).to.equal('')
    expect(item('<enclosure url="javascript:alert(1)" type="audio/mpeg"/>').audioUrl).to.equal('')
  })

  it('pictures and web players without a type are no recording', () => {
    const picture = '<media:content url="https://example.org/face?s=96" medium="image"/>'

    expect(item(picture).audioUrl).to.equal('')
    expect(item('<media:content url="https://example.org/1.jpg?w=9"/>').audioUrl).to.equal('')
    expect(
      item('<media:content url="https://example.org/v/1" type="application/x-shockwave-flash"/>').audioUrl,
    ).to.equal('')
    expect(
      item(`${picture}<media:content url="https://example.org/play?id=1" medium="audio"/>`).audioUrl,
    ).to.equal('https://example.org/play?id=1')
    expect(
      item('<media:content url="https://example.org/1" type="video/mp4" medium="image"/>').audioUrl,
    ).to.equal('https://example.org/1')
  })

  it('a relative enclosure is resolved against the address of the feed', () => {
    expect(item('<enclosure url="../audio/1 b.mp3"/>').audioUrl).to.equal(
      'https://example.org/audio/1%20b.mp3',
    )
  })

  it("an item's description is preferred to its longer notes, which replace a missing one", () => {
    const notes = '<content:encoded>Notes</content:encoded>'

    expect(item(`${notes}<description>Short</description>`).descriptionMarkup).to.equal('Short')
    expect(item(`${notes}<description> </description>`).descriptionMarkup).to.equal('Notes')
  })

  it('unescaped markup in a description is kept', () => {
    expect(item('<description><p>One<br/>two</p></description>').descriptionMarkup).to.equal(
      '<p>One<br></br>two</p>',
    )
  })

  it('an item without a title is named after its description', () => {
    const words = 'word '.repeat(40)

    expect(item('<itunes:title>Pots</itunes:title>').title).to.equal('Pots')
    expect(item(`<description>&lt;p&gt;${words}&lt;/p&gt;</description>`).title).to.match(
      /^(word ){15}word…$/,
    )
  })

  it('episode and season must be whole numbers', () => {
    expect(item('<itunes:episode>3.5</itunes:episode><itunes:season>two</itunes:season>')).to.include({
      episodeNumber: null,
      seasonNumber: null,
    })
    expect(item('<podcast:episode>3</podcast:episode><podcast:season>2</podcast:season>')).to.include({
      episodeNumber: 3,
      seasonNumber: 2,
    })
  })

  it('a live item is not an episode', () => {
    const live = `<podcast:liveItem status="live"><title>Live</title><guid>live</guid>
      <enclosure url="https://example.org/live.mp3" type="audio/mpeg"/></podcast:liveItem>`

    expect(items(`${live}<item><title>One</title></item>${live}`).map(({ title }) => title)).to.deep.equal([
      'One',
    ])
  })

  it('a repeated item counts once', () => {
    const twice =
      '<item><guid>1</guid><title>One</title><enclosure url="https://example.org/1.mp3"/></item>'.repeat(2)

    expect(items(twice)).to.have.length(1)
  })

  it('an item without guid, title and audio is left out', () => {
    expect(items('<item><pubDate>Sun, 01 Nov 2026 08:00:00 GMT</pubDate></item>')).to.have.length(0)
  })
})

describe('a faulty feed', () => {
  const titles = (text: string) => parse(text).items.map(({ title }) => title)

  it('a feed may begin with empty lines or other text', () => {
    expect(titles(`\n\n${rss('<item><title>One</title></item>')}`)).to.deep.equal(['One'])
    expect(titles(`Warning: deprecated in line 3\n${rss('<item><title>One</title></item>')}`)).to.deep.equal([
      'One',
    ])
  })

  it('a feed may use HTML entities and bare ampersands', () => {
    expect(
      titles(rss('<item><title>Caf&eacute; R&D &nbsp; &copy; &gtgt; AT&amp;T</title></item>')),
    ).to.deep.equal(['Café R&D © >gt; AT&T'])
  })

  it('a feed may leave elements open', () => {
    const text = rss(
      '<item><title>One</title><guid>1<item><title>Two</title></item><item><title>Three<br></item>',
    )

    expect(titles(text)).to.deep.equal(['One', 'Two', 'Three'])
  })

  it('a feed may use undeclared namespaces', () => {
    const feed = parse('<rss><channel><itunes:author>Ann</itunes:author></channel></rss>')

    expect(feed.author).to.equal('Ann')
  })

  it('a truncated feed gives its complete items, with a fault', () => {
    const whole = rss('<item><title>One</title></item><item><title>Two</title><guid>2</guid></item>')
    const feed = parse(whole.slice(0, whole.indexOf('<guid>')))

    expect(feed.items.map(({ title }) => title)).to.deep.equal(['One'])
    expect(feed.isComplete).to.equal(false)
  })

  it('a feed of RSS is whole at the end of its channel, and other feeds at the end of the document', () => {
    const channel = '<channel><item><title>One</title></item></channel>'

    expect(parse(`<rss>${channel}`).isComplete).to.equal(true)
    expect(parse(`<rdf:RDF>${channel}`).isComplete).to.equal(false)
  })

  it("a feed's own entities are not expanded", () => {
    const bomb = `<!DOCTYPE rss [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>
      ${rss('<item><title>&b;&x;</title></item>')}`

    expect(titles(bomb)).to.deep.equal(['&b;&x;'])
  })

  it('endless nesting is refused', () => {
    expect(() => parse(`<rss><channel>${'<a>'.repeat(100_000)}`)).to.throw(FeedError, 'deeper than')
  })

  it('a feed with more than 100,000 items is refused', () => {
    expect(() => items('<item/>'.repeat(100_002))).to.throw(FeedError, 'more than 100000 items')
  })

  it('of repeated values, the first hundred are read', () => {
    const times = (make: (index: number) => string) =>
      Array.from({ length: 90_000 }, (_, at) => make(at)).join('')
    const links = times(
      (at) => `<podcast:transcript url="http://a.example/${at}" language="${'e'.repeat(200)}"/>`,
    )
    const categories = times((at) => `<itunes:category text="c${at}"/>`)
    const { categories: names, items } = parse(
      `<rss xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
         <channel>${categories}<item><title>t</title>${links}${links}</item></channel></rss>`,
    )

    expect(names).to.have.length(100)
    expect(items[0]!.transcripts).to.have.length(100)
    expect(items[0]!.transcripts[99]).to.include({ url: 'http://a.example/99', language: 'e'.repeat(100) })
  })

  it('a guid that is too long for an index becomes a digest', () => {
    const guids = items(
      ['a', 'b'].map((letter) => `<item><guid>${letter.repeat(5000)}</guid></item>`).join(''),
    ).map(({ guid }) => guid)

    expect(guids[0]).to.match(/^sha256:[0-9a-f]{64}$/)
    expect(guids[1])
      .to.match(/^sha256:/)
      .and.not.equal(guids[0])
  })

  it('an element with too many attributes is refused', () => {
    const attributes = Array.from({ length: 300 }, (_, at) => `a${at}="1"`).join(' ')

    expect(() => parse(`<rss ${attributes}><channel/></rss>`)).to.throw(FeedError, 'more than 200 attributes')
  })

  it('a hundred thousand items with one guid are read in seconds', () => {
    const many = Array.from({ length: 100_000 }, (_, n) => `<item><guid>1</guid><title>${n}</title></item>`)

    expect(items(many.join(''))).to.have.length(100_000)
  })

  for (const [what, text, message] of [
    ['an empty answer', '  \n', 'empty'],
    [
      'a web page',
      '<!doctype html><html><body>Moved</body></html>',
      'neither RSS nor Atom but begins with <html>',
    ],
    ['plain text', 'Not found', 'contains no markup'],
    ['JSON', '{"items":[{"content_html":"<p>Tea</p>"}]}', 'neither RSS nor Atom but JSON'],
    ['other XML', '<opml version="2.0"><body/></opml>', '<opml>'],
  ] as const) {
    it(`${what} is refused as a feed`, () => expect(() => parse(text)).to.throw(FeedError, message))
  }
})

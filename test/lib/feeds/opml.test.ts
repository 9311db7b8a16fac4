import { expect } from 'chai'
import { parseOpml, writeOpml } from '../../../lib/feeds/opml.js'
import { FeedError } from '../../../lib/feeds/types.js'

describe('OPML', () => {
  it('an OPML document lists its feeds at each level, with repeats', () => {
    const text = `<?xml version="1.0"?><opml version="1.0"><head><title>My feeds</title></head><body>
      <outline text="News"><outline text="Deeper">
        <outline type="rss" text="A &amp; B" xmlUrl="https://example.org/a?x=1&amp;y=2"/>
      </outline></outline>
      <outline title="C" TEXT="c" XMLURL="https://example.org/c"/>
      <outline text="again" xmlUrl="https://example.org/c"/>
      <outline text="no feed" htmlUrl="https://example.org"/>
    </body></opml>`

    expect(parseOpml(text)).to.deep.equal([
      { title: 'A & B', feedUrl: 'https://example.org/a?x=1&y=2' },
      { title: 'C', feedUrl: 'https://example.org/c' },
      { title: 'again', feedUrl: 'https://example.org/c' },
    ])
  })

  it('an OPML document is read as it was written', () => {
    const feeds = [{ title: 'Tea & "Talk" <live>', feedUrl: 'https://example.org/a?x=1&y=2' }]

    expect(parseOpml(writeOpml(feeds))).to.deep.equal(feeds)
  })

  it('an OPML document may be empty', () => {
    expect(parseOpml(writeOpml([]))).to.deep.equal([])
  })

  it('a text that is not OPML is refused', () => {
    expect(() => parseOpml('<rss><channel/></rss>')).to.throw(FeedError, 'not an OPML document')
    expect(() => parseOpml('')).to.throw(FeedError, 'not an OPML document')
  })

  it('outlines that nest deeper than 200 levels are refused without reading them all', () => {
    const nested = (levels: number) =>
      `<opml><body>${'<outline>'.repeat(levels)}${'</outline>'.repeat(levels)}</body></opml>`

    expect(parseOpml(nested(198))).to.deep.equal([])
    expect(() => parseOpml(nested(199))).to.throw(FeedError, 'deeper than 200 levels')
    expect(() => parseOpml(nested(300_000))).to.throw(FeedError, 'deeper than 200 levels')
  })
})

import { expect } from 'chai'
import { rankLinks } from '../../../lib/transcripts/rank-links.js'

const aLink = (name: string, type = '', language = '') => ({
  url: `https://example.org/${name}`,
  type,
  language,
  rel: '',
})

const ranked = (links: ReturnType<typeof aLink>[], language = '') =>
  rankLinks(links, language).map(({ url }) => new URL(url).pathname.slice(1))

describe('the order of transcript links', () => {
  it('transcript links are ordered JSON, VTT, SRT, HTML, text', () => {
    const links = [
      aLink('e', 'text/plain'),
      aLink('d', 'text/html'),
      aLink('c', 'application/x-subrip'),
      aLink('b', 'text/vtt'),
      aLink('a', 'application/json'),
    ]

    expect(ranked(links)).to.deep.equal(['a', 'b', 'c', 'd', 'e'])
  })

  it('a link without a type is ordered by the ending of its address', () => {
    expect(
      ranked([aLink('a.txt'), aLink('b.html'), aLink('c'), aLink('d.srt'), aLink('e.json')]),
    ).to.deep.equal(['e.json', 'd.srt', 'c', 'b.html', 'a.txt'])
  })

  it("the episode's language comes before the format, and no stated language before another one", () => {
    const links = [
      aLink('es', 'application/json', 'es'),
      aLink('any', 'text/vtt'),
      aLink('de', 'text/srt', 'DE-at'),
    ]

    expect(ranked(links, 'de-DE')).to.deep.equal(['de', 'any', 'es'])
  })

  it('timed formats come before the language', () => {
    expect(ranked([aLink('de', 'text/plain', 'de'), aLink('es', 'text/vtt', 'es')], 'de')).to.deep.equal([
      'es',
      'de',
    ])
  })
})

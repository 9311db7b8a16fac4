import { expect } from 'chai'
import { findKnownItems, madeGuid, withoutRepeats } from '../../../lib/feeds/identity.js'

const anItem = (
  guid: string,
  title = 'Title',
  audioUrl = 'https://example.org/1.mp3',
  publishedAt: number | null = null,
) => ({
  guid,
  title,
  audioUrl,
  publishedAt,
})

describe('repeated items', () => {
  const cases: Array<[string, ReturnType<typeof anItem>, ReturnType<typeof anItem>, 1 | 2]> = [
    ['equal', anItem('1'), anItem('1'), 1],
    ['retitled', anItem('1', 'A'), anItem('1', 'B'), 1],
    ['with another file on the same date', anItem('1', 'A', 'x.mp3', 5), anItem('1', 'A', 'y.mp3', 5), 1],
    ['without any file', anItem('1', 'A', ''), anItem('1', 'A', ''), 1],
    ['equal except for their guids', anItem('1', 'A', 'x.mp3', 5), anItem('2', 'A', 'x.mp3', 5), 2],
    ['without guids', anItem(''), anItem(''), 1],
    ['different episodes with one guid', anItem('1', 'A', 'x.mp3'), anItem('1', 'B', 'y.mp3'), 2],
    ['a daily title with one guid', anItem('1', 'News', 'x.mp3', 5), anItem('1', 'News', 'y.mp3', 6), 2],
    ['once with a guid and once without', anItem('1'), anItem(''), 1],
    ['once without a guid and once with', anItem(''), anItem('1'), 1],
    ['no files, one with a guid', anItem('1', 'News', ''), anItem('', 'News', ''), 2],
    ['different titles, no guids', anItem('', 'A'), anItem('', 'B'), 2],
    ['one title, no files, two guids', anItem('1', 'News', ''), anItem('2', 'News', ''), 2],
  ]
  for (const [what, first, second, expected] of cases) {
    it(`two items count as ${expected} if they are ${what}`, () => {
      expect(withoutRepeats([first, second])).to.have.length(expected)
    })
  }
})

describe('known items', () => {
  const match = (items: ReturnType<typeof anItem>[], known: ReturnType<typeof anItem>[]) =>
    findKnownItems(items, known).map((found) => (found ? known.indexOf(found) : null))

  it('an item is recognised by its guid, whatever else has changed', () => {
    expect(match([anItem('1', 'New', 'new.mp3')], [anItem('1', 'Old', 'old.mp3')])).to.deep.equal([0])
  })

  it('an item with a changed guid is recognised by recording, title and date', () => {
    expect(match([anItem('2', 'A', 'x.mp3', 5)], [anItem('1', 'A', 'x.mp3', 5)])).to.deep.equal([0])
  })

  it('an item with a changed guid is recognised by the name of its file, if the files moved', () => {
    const held = anItem('1', 'A', 'http://old.example/a/x.mp3?v=1', 5)
    const undated = anItem('1', 'A', 'http://old.example/a/x.mp3')
    const day = anItem('1', 'A', 'http://old.example/a/x.mp3', 86_400_000)

    expect(match([anItem('2', 'A', 'https://new.example/x.mp3', 5)], [held])).to.deep.equal([0])
    expect(match([anItem('2', 'A', 'https://new.example/x.mp3')], [undated])).to.deep.equal([null])
    expect(match([anItem('2', 'A', 'https://new.example/x.mp3', 86_400_000)], [day])).to.deep.equal([null])
    expect(match([anItem('2', 'A', 'https://new.example/a/', 5)], [held])).to.deep.equal([null])
  })

  it('ten thousand items in folders with names of 4,000 characters are compared before the test times out', () => {
    const url = `https://new.example/${'a'.repeat(3970)}/`
    const items = Array.from({ length: 10_000 }, (_, index) => anItem(`new ${index}`, `${index}`, url, 5))

    expect(new Set(match(items, [anItem('old', 'A', url, 5)]))).to.deep.equal(new Set([null]))
  })

  it('an item with a changed guid is new if recording, title or date differ', () => {
    const held = anItem('1', 'A', 'x.mp3', 5)

    expect(match([anItem('2', 'B', 'x.mp3', 5)], [held])).to.deep.equal([null])
    expect(match([anItem('2', 'A', 'y.mp3', 5)], [held])).to.deep.equal([null])
    expect(match([anItem('2', 'A', 'x.mp3', 6)], [held])).to.deep.equal([null])
    expect(match([anItem('2', 'A', '', 5)], [anItem('1', 'A', '', 5)])).to.deep.equal([null])
  })

  it('two items with different guids are two episodes', () => {
    const [a, b] = [anItem('1', 'A', 'x.mp3', 5), anItem('2', 'A', 'x.mp3', 5)]

    expect(match([b, a], [a])).to.deep.equal([null, 0])
  })

  it('an episode is recognised if its guid was dropped or added', () => {
    expect(match([anItem('', 'A', 'x.mp3', 6)], [anItem('1', 'A', 'x.mp3', 5)])).to.deep.equal([0])
    expect(match([anItem('1', 'A', 'x.mp3', 6)], [anItem('', 'A', 'x.mp3', 5)])).to.deep.equal([0])
  })

  it('an item without a guid is recognised by recording and title', () => {
    expect(
      match([anItem('', 'B', 'y.mp3'), anItem('', 'A', 'x.mp3')], [anItem('', 'A', 'x.mp3')]),
    ).to.deep.equal([null, 0])
  })

  it('episodes with the same guid are distinguished', () => {
    const [a, b, c] = [anItem('1', 'A', 'x.mp3'), anItem('1', 'B', 'y.mp3'), anItem('1', 'C', 'z.mp3')]

    expect(match([c, b, a], [a, b])).to.deep.equal([null, 1, 0])
  })

  it('episodes with the same guid are distinguished when one has left the feed', () => {
    const [a, b] = [anItem('1', 'A', 'x.mp3'), anItem('1', 'B', 'y.mp3')]

    expect(match([b], [a, b])).to.deep.equal([1])
  })

  it('a second episode with a known guid is new', () => {
    const [a, b] = [anItem('1', 'A', 'x.mp3'), anItem('1', 'B', 'y.mp3')]

    expect(match([b, a], [a])).to.deep.equal([null, 0])
  })

  it('a retitled item is recognised among several with its guid', () => {
    const [a, b] = [anItem('1', 'A', 'x.mp3'), anItem('1', 'B', 'y.mp3')]

    expect(match([anItem('1', 'A, corrected', 'x.mp3'), b], [a, b])).to.deep.equal([0, 1])
  })
})

describe('generated guids', () => {
  it('generated guids differ between episodes with one guid, and are stable for each episode', () => {
    const [a, b] = [anItem('1', 'A'), anItem('1', 'B')]

    expect(madeGuid(a)).to.equal(madeGuid(anItem('1', 'A')))
    expect(madeGuid(a)).to.not.equal(madeGuid(b))
  })
})

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

describe('items given twice', () => {
  const cases: Array<[string, ReturnType<typeof anItem>, ReturnType<typeof anItem>, 1 | 2]> = [
    ['wholly alike', anItem('1'), anItem('1'), 1],
    ['retitled', anItem('1', 'A'), anItem('1', 'B'), 1],
    ['with another file on the same date', anItem('1', 'A', 'x.mp3', 5), anItem('1', 'A', 'y.mp3', 5), 1],
    ['without any file', anItem('1', 'A', ''), anItem('1', 'A', ''), 1],
    ['two guids, all else alike', anItem('1', 'A', 'x.mp3', 5), anItem('2', 'A', 'x.mp3', 5), 2],
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
    it(`count ${expected === 1 ? 'once' : 'twice'}: ${what}`, () => {
      expect(withoutRepeats([first, second])).to.have.length(expected)
    })
  }
})

describe('recognising items', () => {
  const match = (items: ReturnType<typeof anItem>[], known: ReturnType<typeof anItem>[]) =>
    findKnownItems(items, known).map((found) => (found ? known.indexOf(found) : null))

  it('goes by the guid, whatever else was edited', () => {
    expect(match([anItem('1', 'New', 'new.mp3')], [anItem('1', 'Old', 'old.mp3')])).to.deep.equal([0])
  })

  it('goes by recording, title and date when the guid was edited', () => {
    expect(match([anItem('2', 'A', 'x.mp3', 5)], [anItem('1', 'A', 'x.mp3', 5)])).to.deep.equal([0])
  })

  it('needs all three for that', () => {
    const held = anItem('1', 'A', 'x.mp3', 5)

    expect(match([anItem('2', 'B', 'x.mp3', 5)], [held])).to.deep.equal([null])
    expect(match([anItem('2', 'A', 'y.mp3', 5)], [held])).to.deep.equal([null])
    expect(match([anItem('2', 'A', 'x.mp3', 6)], [held])).to.deep.equal([null])
    expect(match([anItem('2', 'A', '', 5)], [anItem('1', 'A', '', 5)])).to.deep.equal([null])
  })

  it('takes two guids beside each other for two episodes', () => {
    const [a, b] = [anItem('1', 'A', 'x.mp3', 5), anItem('2', 'A', 'x.mp3', 5)]

    expect(match([b, a], [a])).to.deep.equal([null, 0])
  })

  it('knows an episode whose guid was dropped, or given later', () => {
    expect(match([anItem('', 'A', 'x.mp3', 6)], [anItem('1', 'A', 'x.mp3', 5)])).to.deep.equal([0])
    expect(match([anItem('1', 'A', 'x.mp3', 6)], [anItem('', 'A', 'x.mp3', 5)])).to.deep.equal([0])
  })

  it('goes by recording and title when there is no guid', () => {
    expect(
      match([anItem('', 'B', 'y.mp3'), anItem('', 'A', 'x.mp3')], [anItem('', 'A', 'x.mp3')]),
    ).to.deep.equal([null, 0])
  })

  it('keeps episodes with one guid apart', () => {
    const [a, b, c] = [anItem('1', 'A', 'x.mp3'), anItem('1', 'B', 'y.mp3'), anItem('1', 'C', 'z.mp3')]

    expect(match([c, b, a], [a, b])).to.deep.equal([null, 1, 0])
  })

  it('still knows which of them is which when one has left the feed', () => {
    const [a, b] = [anItem('1', 'A', 'x.mp3'), anItem('1', 'B', 'y.mp3')]

    expect(match([b], [a, b])).to.deep.equal([1])
  })

  it('does not take a second episode with a held guid for the first', () => {
    const [a, b] = [anItem('1', 'A', 'x.mp3'), anItem('1', 'B', 'y.mp3')]

    expect(match([b, a], [a])).to.deep.equal([null, 0])
  })

  it('knows a retitled one among several with its guid', () => {
    const [a, b] = [anItem('1', 'A', 'x.mp3'), anItem('1', 'B', 'y.mp3')]

    expect(match([anItem('1', 'A, corrected', 'x.mp3'), b], [a, b])).to.deep.equal([0, 1])
  })
})

describe('made guids', () => {
  it('differ between episodes with one guid, and stay the same for one episode', () => {
    const [a, b] = [anItem('1', 'A'), anItem('1', 'B')]

    expect(madeGuid(a)).to.equal(madeGuid(anItem('1', 'A')))
    expect(madeGuid(a)).to.not.equal(madeGuid(b))
  })
})

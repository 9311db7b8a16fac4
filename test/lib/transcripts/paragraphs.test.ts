import { expect } from 'chai'
import fc from 'fast-check'
import { paragraphsOf } from '../../../lib/transcripts/paragraphs.js'
import type { Segment } from '../../../lib/transcripts/types.js'

const timed = (...segments: Segment[]) => paragraphsOf({ segments, timed: true })
const untimed = (...segments: Segment[]) => paragraphsOf({ segments, timed: false })
const said = (start: number, end: number, text: string, more: Partial<Segment> = {}): Segment => ({
  start,
  end,
  text,
  ...more,
})
const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ')

describe('paragraphs of a timed transcript', () => {
  it('a paragraph joins sentences that follow each other', () => {
    expect(timed(said(0, 2, 'One.'), said(3.9, 5, 'Two.'))).to.deep.equal([
      { start: 0, end: 5, text: 'One. Two.' },
    ])
  })

  it('a paragraph ends at a pause of two seconds', () => {
    expect(timed(said(0, 2, 'One.'), said(4, 5, 'Two.'))).to.deep.equal([
      { start: 0, end: 2, text: 'One.' },
      { start: 4, end: 5, text: 'Two.' },
    ])
  })

  it('a paragraph ends where another speaker begins', () => {
    const paragraphs = timed(
      said(0, 2, 'One.'),
      said(2, 3, 'Two.', { beginsParagraph: true }),
      said(3, 4, 'Three.'),
    )

    expect(paragraphs.map(({ text }) => text)).to.deep.equal(['One.', 'Two. Three.'])
  })

  it('a paragraph ends before it would exceed thirty seconds', () => {
    const paragraphs = timed(said(0, 10, 'a'), said(10, 20, 'b'), said(20, 30, 'c'), said(30, 40, 'd'))

    expect(paragraphs).to.deep.equal([
      { start: 0, end: 30, text: 'a b c' },
      { start: 30, end: 40, text: 'd' },
    ])
  })

  it('a pause is measured from the last end of overlapping sentences', () => {
    const paragraphs = timed(said(0, 10, 'a'), said(1, 2, 'b'), said(11, 12, 'c'))

    expect(paragraphs).to.deep.equal([{ start: 0, end: 12, text: 'a b c' }])
  })

  it('a long sentence is split between words, with interpolated times', () => {
    const paragraphs = timed(said(0, 60, 'aaaa bbbb cccc dddd'), said(60, 62, 'e'))

    expect(paragraphs).to.deep.equal([
      { start: 0, end: 28.421, text: 'aaaa bbbb' },
      { start: 31.579, end: 60, text: 'cccc dddd' },
      { start: 60, end: 62, text: 'e' },
    ])
  })

  it('a long sentence of a script without spaces is split between words', () => {
    const text = '私たちは東京駅の近くで長い時間をかけて話をしました。'

    const paragraphs = timed(said(0, 90, text))

    expect(paragraphs.map((paragraph) => paragraph.text).join('')).to.equal(text)
    expect(paragraphs).to.have.length(4)
  })

  it('a word is not split, however long it lasts', () => {
    expect(timed(said(0, 100, 'Aaaah')).map(({ text }) => text)).to.deep.equal(['Aaaah'])
    expect(timed(said(0, 100, 'Aaaah oooh')).map(({ text }) => text)).to.deep.equal(['Aaaah', 'oooh'])
  })

  it('a word in brackets, a word with hyphens and an address are not split', () => {
    const spoken = ['[Werbung]', 'https://example.org/a-page?b=c', 'state-of-the-art', 'rock’n’roll,', '3,5%']

    const paragraphs = timed(said(0, 300, spoken.join(' ')))

    expect(paragraphs.map(({ text }) => text).join(' ')).to.equal(spoken.join(' '))
    for (const { start, end } of paragraphs) expect(end - start).to.be.within(0, 30)
  })

  it('a paragraph does not begin with the punctuation of the word before it', () => {
    const text = '東京、京都、大阪、名古屋、札幌、「福岡」、広島。'

    const paragraphs = timed(said(0, 120, text))

    expect(paragraphs.map((paragraph) => paragraph.text).join('')).to.equal(text)
    for (const paragraph of paragraphs) expect(paragraph.text).to.not.match(/^[、。」]|「$/)
  })

  it('paragraphs of random sentences last thirty seconds at most and lose no word', () => {
    const sentence = fc.record({
      pause: fc.double({ min: 0, max: 5, noNaN: true }),
      length: fc.double({ min: 0, max: 200, noNaN: true }),
      count: fc.integer({ min: 1, max: 60 }),
      beginsParagraph: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 20 }), (given) => {
        let at = 0
        const segments = given.map(({ pause, length, count, beginsParagraph }) => {
          const start = Math.round((at + pause) * 1000) / 1000
          at = Math.round((start + length) * 1000) / 1000
          return said(start, at, words(count), { beginsParagraph })
        })
        const paragraphs = timed(...segments)
        expect(paragraphs.map(({ text }) => text).join(' ')).to.equal(
          segments.map(({ text }) => text).join(' '),
        )
        for (const { start, end } of paragraphs) {
          expect(end - start).to.be.within(0, 30.001)
        }
        expect(paragraphs[0]?.start).to.equal(segments[0]?.start)
        if ((given.at(-1)?.count ?? 0) > 1) expect(paragraphs.at(-1)?.end).to.equal(segments.at(-1)?.end)
      }),
    )
  })
})

describe('paragraphs of a transcript without times', () => {
  it('paragraphs of a transcript without times are those of the text', () => {
    const paragraphs = untimed(
      said(0, 0, 'One.', { beginsParagraph: true }),
      said(0, 0, 'Two.'),
      said(0, 0, 'Three.', { beginsParagraph: true }),
    )

    expect(paragraphs.map(({ text }) => text)).to.deep.equal(['One. Two.', 'Three.'])
  })

  it('paragraphs of a transcript without times are split near a thousand characters', () => {
    const segments = Array.from({ length: 30 }, () => said(0, 0, 'x'.repeat(99)))

    const lengths = untimed(...segments).map(({ text }) => text.length)

    expect(lengths).to.deep.equal([999, 999, 999])
  })

  it('an address at the length limit is not split', () => {
    const address = `https://example.org/${'long-path/'.repeat(150)}`

    expect(untimed(said(0, 0, `See ${address} there.`)).map(({ text }) => text)).to.deep.equal([
      'See',
      address,
      'there.',
    ])
  })

  it('a long sentence of a text without times is split between words', () => {
    const paragraphs = untimed(said(0, 100, words(400)))

    expect(paragraphs.map(({ text }) => text).join(' ')).to.equal(words(400))
    for (const { text } of paragraphs) expect(text.length).to.be.at.most(1000)
    expect(paragraphs[0]).to.include({ start: 0 })
    expect(paragraphs.at(-1)).to.include({ end: 100 })
  })
})

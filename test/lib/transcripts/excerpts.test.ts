import { expect } from 'chai'
import { findExcerpts } from '../../../lib/transcripts/excerpts.js'
import { Timeline } from '../../../lib/transcripts/timeline.js'
import type { Segment } from '../../../lib/transcripts/types.js'

/** Ten seconds a sentence. */
const segmentsOf = (...texts: string[]): Segment[] =>
  texts.map((text, index) => ({ start: index * 10, end: index * 10 + 10, text }))

const numbered = (count: number, pumps: number[]) =>
  segmentsOf(
    ...Array.from({ length: count }, (_, index) =>
      pumps.includes(index) ? `Pump ${index}.` : `No ${index}.`,
    ),
  )

const find = (segments: Segment[], terms: string[], context = 0, limit = 5) =>
  findExcerpts(segments, { terms, context, limit })

describe('excerpts of a transcript', () => {
  it('excerpts are whole sentences around each hit, the earliest first', () => {
    expect(find(numbered(20, [3, 15]), ['pump'], 1)).to.deep.equal({
      excerpts: [
        { start: 20, end: 50, text: 'No 2. Pump 3. No 4.' },
        { start: 140, end: 170, text: 'No 14. Pump 15. No 16.' },
      ],
      totalHits: 2,
    })
  })

  it('excerpts end at the ends of the transcript', () => {
    expect(find(numbered(3, [0, 2]), ['pump'], 5).excerpts).to.deep.equal([
      { start: 0, end: 30, text: 'Pump 0. No 1. Pump 2.' },
    ])
  })

  it('excerpts that touch or overlap are joined', () => {
    expect(find(numbered(20, [3, 5]), ['pump'], 1).excerpts).to.have.length(1)
    expect(find(numbered(20, [3, 6]), ['pump'], 1).excerpts.map(({ text }) => text)).to.deep.equal([
      'No 2. Pump 3. No 4. No 5. Pump 6. No 7.',
    ])
    expect(find(numbered(20, [3, 7]), ['pump'], 1).excerpts).to.have.length(2)
    expect(find(numbered(20, [3, 4]), ['pump']).excerpts).to.have.length(1)
  })

  it('the limit counts passages, and the total counts hits', () => {
    const { excerpts, totalHits } = find(numbered(60, [3, 4, 20, 21, 40, 41]), ['pump'], 0, 2)

    expect(excerpts.map(({ start }) => start)).to.deep.equal([30, 200])
    expect(totalHits).to.equal(6)
  })

  it('a hit counts once if several terms begin there', () => {
    const segments = segmentsOf('The heat pump is a heat pump.')

    expect(find(segments, ['heat', 'heat pump', 'HEAT']).totalHits).to.equal(2)
    expect(find(segments, ['heat', 'pump']).totalHits).to.equal(4)
  })

  it('a phrase is found across the end of a sentence', () => {
    expect(find(segmentsOf('We have a heat', 'pump here.', 'Yes.'), ['heat pump'])).to.deep.equal({
      excerpts: [{ start: 0, end: 20, text: 'We have a heat pump here.' }],
      totalHits: 1,
    })
  })

  it('every hit counts once in a text that repeats the term', () => {
    const segments = segmentsOf(...new Array<string>(20_000).fill('a a a a a a a a a a'))

    expect(find(segments, ['a a', 'a a a', 'b', 'A  A']).totalHits).to.equal(20_000 * 10 - 1)
    expect(
      find(segmentsOf(...new Array<string>(2000).fill('_'.repeat(99))), ['___', '_ _']).totalHits,
    ).to.equal(2000 * 97 + 1999)
  })

  it('only whole words are found', () => {
    expect(find(segmentsOf('Pumpkins are pumped.'), ['pump'])).to.deep.equal({ excerpts: [], totalHits: 0 })
  })
})

describe('the time of an offset', () => {
  const timeline = new Timeline([
    { start: 10, end: 20, text: '0123456789' },
    { start: 30, end: 33, text: 'abc' },
    { start: 40, end: 40, text: 'x' },
  ])

  it('the time of an offset is interpolated in its sentence, to a tenth of a second', () => {
    expect(timeline.secondsAt(0)).to.equal(10)
    expect(timeline.secondsAt(5)).to.equal(15)
    expect(timeline.secondsAt(11)).to.equal(30)
    expect(timeline.secondsAt(13)).to.equal(32)
    expect(timeline.secondsAt(15)).to.equal(40)
    expect(new Timeline([{ start: 0, end: 1, text: 'abc' }]).secondsAt(1)).to.equal(0.3)
  })

  it('the time of the space between two sentences is the end of the first', () => {
    expect(timeline.secondsAt(10)).to.equal(20)
  })
})

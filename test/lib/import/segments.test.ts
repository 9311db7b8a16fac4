import { expect } from 'chai'
import { readSegments } from '../../../lib/import/line-transcript.js'

describe('imported segments', () => {
  it('imported segments change only in white space', () => {
    expect(
      readSegments([{ start: 0.12345, end: 4.2, text: '  Dr. Smith\n said:  ">> Yes." ', speaker: 1 }]),
    ).to.deep.equal([{ start: 0.12345, end: 4.2, text: 'Dr. Smith said: ">> Yes."' }])
  })

  it('imported segments have one line each, for every kind of line end', () => {
    const text = ['a', 'b', 'c', 'd', 'e', 'f'].join('\u0085')
    const other = 'a\u001cb\u001ec\u2028d\u000be\r\nf'
    for (const said of [text, other]) {
      expect(readSegments([{ start: 0, end: 1, text: said }])[0]?.text).to.equal('a b c d e f')
    }
  })

  it('imported segments lose NUL and halves of characters, which JSON can contain', () => {
    const text = 'a\0b \ud83dc \u{1f600} \ude00d'

    expect(readSegments([{ start: 0, end: 1, text }])[0]?.text).to.equal('ab c \u{1f600} d')
    expect(() => readSegments([{ start: 0, end: 1, text: '\ud800' }])).to.throw('segments[0]')
  })

  it('imported segments lose control characters', () => {
    const text = 'a\u001b[2Jb \u0007 c\u009bd\u007f'

    expect(readSegments([{ start: 0, end: 1, text }])[0]?.text).to.equal('a[2Jb cd')
  })

  it('imported segments are sorted by start, and equal starts keep their order', () => {
    const segments = [
      { start: 5, end: 6, text: 'c' },
      { start: 0, end: 1, text: 'a' },
      { start: 0, end: 0, text: 'b' },
    ]
    expect(readSegments(segments).map(({ text }) => text)).to.deep.equal(['a', 'b', 'c'])
  })

  const good = { start: 0, end: 1, text: 'a' }
  const faulty: Array<[what: string, segment: unknown]> = [
    ['no text', { start: 0, end: 1 }],
    ['a text of white space', { start: 0, end: 1, text: ' \n' }],
    ['a text that is a number', { start: 0, end: 1, text: 5 }],
    ['an end before the start', { start: 2, end: 1, text: 'a' }],
    ['a negative start', { start: -1, end: 1, text: 'a' }],
    ['no start', { end: 1, text: 'a' }],
    ['no end', { start: 1, text: 'a' }],
    ['times as text', { start: '0', end: '1', text: 'a' }],
    ['NaN', { start: Number.NaN, end: 1, text: 'a' }],
    ['Infinity', { start: 0, end: Number.POSITIVE_INFINITY, text: 'a' }],
    ['an absurd time', { start: 0, end: 1e9, text: 'a' }],
    ['null', null],
    ['a list', []],
    ['a string', 'a'],
  ]
  for (const [what, segment] of faulty) {
    it(`imported segments with ${what} are refused with a message that gives the index`, () => {
      expect(() => readSegments([good, segment])).to.throw(/segments\[1\]/)
    })
  }
})

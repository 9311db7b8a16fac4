import { expect } from 'chai'
import fc from 'fast-check'
import {
  DEFLATE_RAW,
  decodeSegments,
  encodeSegments,
  RAW,
  textBeginning,
  textBytes,
} from '../../../lib/transcripts/encoding.js'
import type { Segment } from '../../../lib/transcripts/types.js'

const seconds = fc.oneof(
  fc.integer({ min: 0, max: 600_000_000 }).map((milliseconds) => milliseconds / 1000),
  fc.double({ min: 0, max: 600_000, noNaN: true, noDefaultInfinity: true }).map(Math.abs),
)
const segments = fc
  .array(
    fc.record({
      times: fc.tuple(seconds, seconds),
      text: fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
        .map((text) => text.replace(/\s/g, '_')),
      beginsParagraph: fc.boolean(),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((given) =>
    given
      .map(
        ({ times: [one, other], text, beginsParagraph }): Segment => ({
          start: Math.min(one, other),
          end: Math.max(one, other),
          text,
          ...(beginsParagraph ? { beginsParagraph } : {}),
        }),
      )
      .sort((one, other) => one.start - other.start),
  )

describe('a stored transcript', () => {
  it('a stored transcript is read back exactly', async () => {
    await fc.assert(
      fc.asyncProperty(segments, async (given) => {
        expect(decodeSegments(await encodeSegments(given))).to.deep.equal(given)
      }),
    )
  })

  it('a transcript stored by an older version keeps its paragraphs, whichever flag it has', () => {
    // The start since the last one above two bits of flags, then the length; milliseconds.
    const timing = Uint8Array.from([0, 1, 5, 5 * 4 + 2, 5, 5 * 4, 5])
    const text = Buffer.from('One.\nTwo.\nThree.')

    expect(decodeSegments({ encoding: RAW, text, timing })).to.deep.equal([
      { start: 0, end: 0.005, text: 'One.', beginsParagraph: true },
      { start: 0.005, end: 0.01, text: 'Two.', beginsParagraph: true },
      { start: 0.01, end: 0.015, text: 'Three.' },
    ])
  })

  it('a stored transcript is packed if that saves space', async () => {
    const many = Array.from({ length: 500 }, (_, index) => ({
      start: index,
      end: index + 1,
      text: 'We say the same.',
    }))

    const packed = await encodeSegments(many)

    expect(packed.encoding).to.equal(DEFLATE_RAW)
    expect(packed.text.length + packed.timing.length).to.be.below(2500)
    expect((await encodeSegments(many.slice(0, 1))).encoding).to.equal(RAW)
  })

  it('the beginning of a packed text is read alone and ends before white space', async () => {
    const texts = Array.from({ length: 4000 }, (_, index) => ({
      start: 0,
      end: 0,
      text: `Énergie ${index ** 3}`,
    }))
    const packed = await encodeSegments(texts)
    const whole = textBytes(packed).toString()

    const beginning = textBeginning(packed)!.toString()

    expect(beginning).to.have.length.within(5000, whole.length / 2)
    expect(whole.startsWith(beginning)).to.equal(true)
    expect(whole.charAt(beginning.length)).to.match(/\s/)
    expect(textBeginning(await encodeSegments(texts.slice(0, 100)))).to.equal(undefined)
  })
})

import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import fc from 'fast-check'
import { readDocument, writeDocument } from '../../../lib/transcripts/document-file.js'
import { DOCUMENT, decodeSegments, textBytes } from '../../../lib/transcripts/encoding.js'
import type { Segment } from '../../../lib/transcripts/types.js'

const seconds = fc
  .double({ min: 0, max: 1e6, noNaN: true, noDefaultInfinity: true })
  .map((value) => value + 0)

const segments = fc.array(
  fc
    .record({
      start: seconds,
      end: seconds,
      text: fc.string({ minLength: 1, unit: 'grapheme' }).map((text) => text.replaceAll('\n', ' ')),
      beginsParagraph: fc.boolean(),
    })
    .map(
      ({ beginsParagraph, ...segment }): Segment => ({
        ...segment,
        ...(beginsParagraph && { beginsParagraph }),
      }),
    ),
  { minLength: 1, maxLength: 50 },
)

describe('a transcript as an object of a bucket', () => {
  it('a written transcript is read back unchanged, with or without times', async () => {
    await fc.assert(
      fc.asyncProperty(segments, async (given) => {
        const text = await writeDocument({
          language: 'en',
          durationSeconds: 1.5,
          timed: true,
          segments: given,
        })
        const packed = { encoding: DOCUMENT, text, timing: new Uint8Array(0) }
        const joined = given.map((segment) => segment.text).join('\n')

        expect(readDocument(text)).to.deep.equal(given)
        expect(decodeSegments(packed)).to.deep.equal(given)
        expect(textBytes(packed).toString()).to.equal(joined)
      }),
      { numRuns: 200 },
    )
  })

  it('an object written by an older version keeps its paragraphs, whichever name they have', () => {
    const segments = [
      { start: 0, end: 1, text: 'One.', speaker_change: true },
      { start: 1, end: 2, text: 'Two.', paragraph_start: true },
      { start: 2, end: 3, text: 'Three.' },
    ]

    expect(readDocument(gzipSync(JSON.stringify({ segments })))).to.deep.equal([
      { start: 0, end: 1, text: 'One.', beginsParagraph: true },
      { start: 1, end: 2, text: 'Two.', beginsParagraph: true },
      { start: 2, end: 3, text: 'Three.' },
    ])
  })
})

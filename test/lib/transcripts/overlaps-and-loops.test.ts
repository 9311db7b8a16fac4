import { expect } from 'chai'
import { readTranscriptFile } from '../../../lib/transcripts/read-file.js'

type Cue = [start: number, end: number, text: string]

/** `start-end text` of each sentence in a file of these captions, with `>>` where the speaker changes. */
function sentences(...cues: Cue[]): string[] {
  const file = JSON.stringify({ segments: cues.map(([start, end, text]) => ({ start, end, text })) })
  return readTranscriptFile(Buffer.from(file)).segments.map(
    ({ start, end, text, beginsParagraph }) => `${start}-${end} ${beginsParagraph ? '>> ' : ''}${text}`,
  )
}

describe('captions that overlap', () => {
  it('overlapping captions keep their own times', () => {
    expect(sentences([1, 9, 'The first.'], [3.5, 10, 'The second.'])).to.deep.equal([
      '1-9 The first.',
      '3.5-10 The second.',
    ])
  })

  it('the sentences of a long turn keep their times if an advert is announced inside it', () => {
    expect(
      sentences([100, 160, 'Aaaa aaaa. Bbbb bbbb. Cccc cccc.'], [100.1, 161, '[Werbung]']),
    ).to.deep.equal([
      '100-118.75 Aaaa aaaa.',
      '100.1-161 >> [Werbung]',
      '120.625-139.375 >> Bbbb bbbb.',
      '141.25-160 Cccc cccc.',
    ])
  })

  it('captions are in the order of their times if somebody interrupts', () => {
    expect(sentences([0, 10, 'Aaaa. Bbbb.'], [1, 2, 'Yes.'], [12, 14, 'Cccc.'])).to.deep.equal([
      '0-4.545 Aaaa.',
      '1-2 >> Yes.',
      '5.455-10 >> Bbbb.',
      '12-14 >> Cccc.',
    ])
  })

  it('a caption ends where the next begins if the overlap is an inexact end', () => {
    expect(sentences([1, 3.2, 'The first'], [3, 5, 'sentence.'])).to.deep.equal(['1-5 The first sentence.'])
    expect(sentences([1, 3.2, 'One.'], [3, 5, 'Two.'])).to.deep.equal(['1-3 One.', '3-5 Two.'])
  })

  it('a caption ends where the next begins if its own end is impossible', () => {
    expect(sentences([1, 36_000, 'One.'], [3, 5, 'Two.'], [6, 7, 'Three.'])).to.deep.equal([
      '1-3 One.',
      '3-5 Two.',
      '6-7 Three.',
    ])
  })

  it('a caption ends where the next begins in a file of rolling captions', () => {
    expect(sentences([0, 4, 'One.'], [2, 6, 'Two.'], [4, 8, 'Three.'], [6, 9, 'Four.'])).to.deep.equal([
      '0-2 One.',
      '2-4 Two.',
      '4-6 Three.',
      '6-9 Four.',
    ])
  })

  it('captions share a time span if their times are equal, but not if one is inside the other', () => {
    expect(sentences([0, 4, 'Abc.'], [0, 4, 'Def.'])).to.deep.equal(['0-2 Abc.', '2-4 Def.'])
    expect(sentences([0, 40, 'Abc.'], [0, 4, 'Def.'])).to.deep.equal(['0-40 Abc.', '0-4 Def.'])
  })
})

describe('repeated sentences', () => {
  const times = (count: number, text: string) => {
    const cues = Array.from({ length: count }, (_, index): Cue => [index, index + 1, text])
    return sentences(...cues, [20, 21, 'And on.']).length - 1
  }

  it('repeated sentences are kept as often as people say them', () => {
    expect(times(2, 'It is not only about money.')).to.equal(2)
    expect(times(3, 'It is not only about money.')).to.equal(3)
    expect(times(3, 'Yeah.')).to.equal(3)
    expect(times(6, 'Yeah.')).to.equal(6)
  })

  it("sentences in a recogniser's loop are kept once", () => {
    expect(times(4, 'Thank you for watching today.')).to.equal(1)
    expect(times(7, 'Bye.')).to.equal(1)
  })
})

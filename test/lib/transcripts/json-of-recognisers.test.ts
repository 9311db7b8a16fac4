import { expect } from 'chai'
import { readTranscriptFile } from '../../../lib/transcripts/read-file.js'

function sentencesOf(document: unknown): string[] {
  return readTranscriptFile(Buffer.from(JSON.stringify(document))).segments.map(
    ({ start, end, text, beginsParagraph }) => `${start}-${end} ${beginsParagraph ? '>> ' : ''}${text}`,
  )
}

describe('the JSON output of a recogniser', () => {
  const word = (text: string, startTime: unknown, endTime: unknown, more = {}) => {
    return { word: text, startTime, endTime, ...more }
  }

  it('the JSON of Google Speech is read with the times of its words', () => {
    const results = [
      {
        alternatives: [
          {
            transcript: 'Hello there.',
            words: [word('Hello', '1.300s', '1.800s'), word('there.', '1.800s', '2.500s')],
          },
          { transcript: 'Hallo dare.', words: [word('Hallo', '1.300s', '1.800s')] },
        ],
        languageCode: 'en-us',
      },
      {
        alternatives: [
          {
            transcript: ' How are you?',
            words: [
              word('How', '3s', '3.200s'),
              word('are', '3.200s', '3.300s'),
              word('you?', '3.300s', '4s'),
            ],
          },
        ],
      },
    ]
    const expected = ['1.3-2.5 Hello there.', '3-4 How are you?']

    expect(sentencesOf({ results })).to.deep.equal(expected)
    expect(sentencesOf({ name: '42', done: true, response: { results } })).to.deep.equal(expected)
  })

  it('the JSON of Google Speech may have times as objects, and results without words', () => {
    const seconds = (seconds: string, nanos?: number) => ({ seconds, nanos })
    const words = [
      word('Hello', {}, seconds('1', 500_000_000)),
      word('there.', seconds('1', 500_000_000), seconds('2')),
    ]

    expect(
      sentencesOf({ results: [{ alternatives: [{ transcript: 'Hello there.', words }] }] }),
    ).to.deep.equal(['0-2 Hello there.'])
    const results = [
      { alternatives: [{ transcript: 'Hello there.' }], resultEndTime: '2.5s' },
      { alternatives: [{ transcript: 'How are you?' }], resultEndTime: '4s' },
    ]
    expect(sentencesOf({ results })).to.deep.equal(['0-2.5 Hello there.', '2.5-4 How are you?'])
  })

  it('the words that the JSON of Google Speech repeats at its end are read once', () => {
    const hello = [word('Hello.', '1s', '2s')]
    const hi = [word('Hi.', '2s', '3s')]
    const all = [word('Hello.', '1s', '2s', { speakerTag: 1 }), word('Hi.', '2s', '3s', { speakerTag: 2 })]
    const own = word('Bye.', '3s', '4s', { speakerTag: 2 })
    const results = [
      { alternatives: [{ transcript: 'Hello.', words: hello }] },
      { alternatives: [{ transcript: 'Hi.', words: hi }] },
      { alternatives: [{ words: all }] },
    ]

    expect(sentencesOf({ results })).to.deep.equal(['1-2 Hello.', '2-3 >> Hi.'])
    results[2] = { alternatives: [{ transcript: 'Bye.', words: [...all, own] }] }
    expect(sentencesOf({ results })).to.deep.equal(['1-2 Hello.', '2-3 >> Hi.', '3-4 Bye.'])
  })

  it('all results of the JSON of Google Speech are read when the last has as many words as the others', () => {
    const results = [
      { alternatives: [{ transcript: 'Hello.', words: [word('Hello.', '1s', '2s')] }] },
      { alternatives: [{ transcript: 'Hello.', words: [word('Hello.', '2s', '3s')] }] },
    ]

    expect(sentencesOf({ results })).to.deep.equal(['1-2 Hello.', '2-3 Hello.'])
  })

  it('the JSON of Deepgram is read with the times of its words', () => {
    const words = [
      { word: 'hello', punctuated_word: 'Hello', start: 1, end: 1.5, speaker: 0 },
      { word: 'there', punctuated_word: 'there.', start: 1.5, end: 2, speaker: 0 },
      { word: 'hi', punctuated_word: 'Hi.', start: 2.5, end: 3, speaker: 1 },
    ]
    const channels = [{ alternatives: [{ transcript: 'Hello there. Hi.', words }] }]

    const metadata = { duration: 3, models: ['0000-model'], model_info: { '0000-model': { name: 'base' } } }
    expect(sentencesOf({ metadata, results: { channels } })).to.deep.equal([
      '1-2 Hello there.',
      '2.5-3 >> Hi.',
    ])
  })

  it('all turns of the JSON of Rev are read, with the times of their words', () => {
    const text = (value: string, ts: number, end_ts: number) => ({ type: 'text', value, ts, end_ts })
    const mark = (value: string) => ({ type: 'punct', value })
    const monologues = [
      { speaker: 0, elements: [text('Hello', 1, 1.5), mark(' '), text('there', 1.5, 2), mark('.')] },
      { speaker: 1, elements: [text('Hi', 2.5, 3), mark('.')] },
    ]

    const sentences = sentencesOf({ monologues }).map((line) => line.replace(/^\S+ /, ''))
    expect(sentences).to.deep.equal(['Hello there.', '>> Hi.'])
  })

  it('the JSON of Amazon Transcribe is read with the times of its items', () => {
    const items = [
      { type: 'pronunciation', start_time: '1.0', end_time: '1.5', alternatives: [{ content: 'Hello' }] },
      { type: 'pronunciation', start_time: '1.5', end_time: '2.0', alternatives: [{ content: 'there' }] },
      { type: 'punctuation', alternatives: [{ content: '.' }] },
      { type: 'pronunciation', start_time: '2.5', end_time: '3.0', alternatives: [{ content: 'Hi' }] },
      { type: 'punctuation', alternatives: [{ content: '.' }] },
    ]
    const results = { transcripts: [{ transcript: 'Hello there. Hi.' }], items }

    expect(
      sentencesOf({ jobName: 'x', status: 'COMPLETED', results }).map((line) => line.replace(/^\S+ /, '')),
    ).to.deep.equal(['Hello there.', 'Hi.'])
  })
})

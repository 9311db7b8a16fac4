import { expect } from 'chai'
import { LineError, parseImportLine } from '../../../lib/import/import-line.js'
import { readLines } from '../../../lib/import/read-lines.js'

const episode = (fields: Record<string, unknown>): string =>
  JSON.stringify({
    type: 'episode',
    feed_url: 'https://example.org/feed.xml',
    guid: 'e1',
    title: 'One',
    ...fields,
  })

async function linesOf(...chunks: Array<string | Uint8Array>): Promise<Array<[number, string]>> {
  const lines: Array<[number, string]> = []
  async function* stream() {
    for (const chunk of chunks) yield Buffer.from(chunk)
  }
  for await (const { number, text, fault } of readLines(stream())) lines.push([number, fault ?? text])
  return lines
}

describe('import lines', () => {
  it('an episode line needs only type, feed_url, guid and title', () => {
    const line = parseImportLine(episode({}))

    expect(line).to.include({ type: 'episode', guid: 'e1', title: 'One' })
    expect(line).to.have.property('description', undefined)
    expect(line).to.have.property('publishedAt', undefined)
  })

  it('a nullable field distinguishes null from omitted', () => {
    const line = parseImportLine(episode({ duration_seconds: null, published_at: null, transcript: null }))

    expect(line).to.include({ durationSeconds: null, publishedAt: null, transcript: undefined })
  })

  it('control characters are dropped, so that no escape sequence reaches a terminal', () => {
    const title = '\u001b[31mOne\u009b0m\u0007 and\u007f two'

    expect(parseImportLine(episode({ title, description: 'a\r\n\tb\u001b' }))).to.include({
      title: '[31mOne0m and two',
      description: 'a\r\n\tb',
    })
  })

  it('addresses of audio and images may be empty, and keep their spelling', () => {
    const addresses = ['', 'HTTPS://example.org', 'https://example.org/1.mp3?a=%7e']

    const lines = addresses.map((audio_url) => parseImportLine(episode({ audio_url })))

    expect(lines.map((line) => line.type === 'episode' && line.audioUrl)).to.deep.equal(addresses)
  })

  const instants: Array<[text: string, iso: string]> = [
    ['2026-11-01T08:00:00Z', '2026-11-01T08:00:00.000Z'],
    ['2026-11-01T08:00:00+02:00', '2026-11-01T06:00:00.000Z'],
    ['2026-11-01T08:00:00', '2026-11-01T08:00:00.000Z'],
    ['2026-11-01', '2026-11-01T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59.000Z'],
    ['2017-01-01T01:59:60.5+02:00', '2016-12-31T23:59:59.500Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ]
  for (const [text, iso] of instants) {
    it(`the date ${text} is read as ${iso}`, () => {
      expect(parseImportLine(episode({ published_at: text }))).to.have.property(
        'publishedAt',
        Date.parse(iso),
      )
    })
  }

  const faulty: Array<[line: string, word: string]> = [
    ['{', 'JSON'],
    ['[]', 'object'],
    ['null', 'object'],
    ['{"type":"show"}', 'type'],
    ['{"type":"podcast","title":"T"}', 'feed_url'],
    [episode({ feed_url: 'not a url' }), 'feed_url'],
    [episode({ feed_url: 'ftp://example.org/feed.xml' }), 'feed_url'],
    [episode({ feed_url: 'https://[broken]/feed.xml' }), 'feed_url'],
    ['{"type":"podcast","title":"T","feed_url":"example.org/feed.xml"}', 'feed_url'],
    [episode({ guid: 5 }), 'guid'],
    [episode({ audio_url: 'javascript:alert(1)' }), 'audio_url'],
    [episode({ audio_url: 'episodes/1.mp3' }), 'audio_url'],
    [
      '{"type":"podcast","title":"T","feed_url":"https://example.org/f","image_url":"cover.jpg"}',
      'image_url',
    ],
    [episode({ title: ' ' }), 'title'],
    [episode({ duration_seconds: '1800' }), 'duration_seconds'],
    [episode({ episode_number: 1.5 }), 'episode_number'],
    [episode({ published_at: '2026-02-30T08:00:00Z' }), 'published_at'],
    [episode({ published_at: 'yesterday' }), 'published_at'],
    // Outside the years that `date-time` can write.
    [episode({ published_at: '9999-12-31T23:59:59-01:00' }), 'published_at'],
    [episode({ published_at: '0000-01-01T00:00:00+01:00' }), 'published_at'],
    [episode({ transcript: {} }), 'segments'],
    [episode({ transcript: [] }), 'transcript'],
    [episode({ transcript: { segments: [], duration_seconds: -1 } }), 'transcript.duration_seconds'],
  ]
  for (const [line, word] of faulty) {
    it(`the line ${line.slice(0, 110)} is refused with a message about ${word}`, () => {
      expect(() => parseImportLine(line)).to.throw(LineError, word)
    })
  }

  it('the message names every fault of a line', () => {
    expect(() => parseImportLine('{"type":"podcast","explicit":"no","itunes_id":-1}')).to.throw(
      LineError,
      /feed_url.*title.*explicit.*itunes_id/,
    )
  })

  it('lines are split at line feeds only, across chunks, and blank lines are counted', async () => {
    expect(await linesOf('\uFEFF{"a":"x\u2028y"}\r\n\n{"b"', ':1}\n', '{"c":1}')).to.deep.equal([
      [1, '{"a":"x\u2028y"}\r'],
      [3, '{"b":1}'],
      [4, '{"c":1}'],
    ])
  })

  it('a line that is not UTF-8 is faulty, and the others are not', async () => {
    const broken = Buffer.from([0x22, 0xc3, 0x28, 0x22])

    expect(await linesOf('{"a":1}\n', broken, '\n{"b":"\ufffd"}\n')).to.deep.equal([
      [1, '{"a":1}'],
      [2, 'not UTF-8'],
      [3, '{"b":"\ufffd"}'],
    ])
  })

  it('characters that JSON can contain but text cannot are removed', () => {
    const line = parseImportLine(
      '{"type":"podcast","feed_url":"https://example.org/f","title":"A\\u0000\\ud800 \\ud83d\\ude00","categories":["N\\udc00"]}',
    )

    expect(line).to.deep.include({ title: 'A \u{1f600}', categories: ['N'] })
  })
})

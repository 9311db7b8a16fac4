import { expect } from 'chai'
import fc from 'fast-check'
import { contentDisposition, safeFileName } from '../../../lib/transcripts/file-name.js'
import { writeTranscriptFile } from '../../../lib/transcripts/files.js'
import { paragraphsOf } from '../../../lib/transcripts/paragraphs.js'
import type { Segment, TranscriptDocument } from '../../../lib/transcripts/types.js'

const documentOf = (segments: Segment[]): TranscriptDocument => ({
  language: 'en',
  durationSeconds: 12.5,
  timed: true,
  segments,
})
const write = (format: 'json' | 'txt' | 'srt' | 'vtt', segments: Segment[]) =>
  writeTranscriptFile(format, 'an-id', documentOf(segments)).content

const two: Segment[] = [
  { start: 0, end: 3.1, text: 'Welcome.', beginsParagraph: true },
  { start: 3725.4, end: 3726.9999, text: 'AT&T <b> a --> b', beginsParagraph: true },
]

describe('a transcript file', () => {
  it('a JSON file contains the text and times of each sentence and nothing else', () => {
    expect(JSON.parse(write('json', two))).to.deep.equal({
      episode_id: 'an-id',
      language: 'en',
      duration_seconds: 12.5,
      segments: [
        { start: 0, end: 3.1, text: 'Welcome.' },
        { start: 3725.4, end: 3726.9999, text: 'AT&T <b> a --> b' },
      ],
    })
  })

  it('a SubRip file numbers its cues', () => {
    expect(write('srt', two)).to.equal(
      '1\n00:00:00,000 --> 00:00:03,100\nWelcome.\n\n2\n01:02:05,400 --> 01:02:07,000\nAT&T <b> a --> b\n',
    )
  })

  it('a WebVTT file escapes markup and arrows', () => {
    expect(write('vtt', two)).to.equal(
      'WEBVTT\n\n00:00:00.000 --> 00:00:03.100\nWelcome.\n\n' +
        '01:02:05.400 --> 01:02:07.000\nAT&amp;T &lt;b> a --&gt; b\n',
    )
  })

  it('a text file is exactly the paragraphs joined by blank lines', () => {
    expect(write('txt', two)).to.equal('Welcome.\n\nAT&T <b> a --> b')
  })

  it('a cue without length lasts one millisecond, which players need', () => {
    const cue: Segment = { start: 5, end: 5, text: 'Now.' }

    expect(write('srt', [cue])).to.contain('00:00:05,000 --> 00:00:05,001')
    expect(write('vtt', [cue])).to.contain('00:00:05.000 --> 00:00:05.001')
    expect(JSON.parse(write('json', [cue])).segments).to.deep.equal([{ start: 5, end: 5, text: 'Now.' }])
  })

  it('every file states its type and UTF-8', () => {
    const types = (['json', 'txt', 'srt', 'vtt'] as const).map(
      (format) => writeTranscriptFile(format, 'x', documentOf(two)).contentType,
    )

    expect(types).to.deep.equal([
      'application/json; charset=utf-8',
      'text/plain; charset=utf-8',
      'application/x-subrip; charset=utf-8',
      'text/vtt; charset=utf-8',
    ])
  })

  const text = fc
    .array(
      fc.constantFrom(
        'Hello',
        'a --> b',
        '<b>',
        '&amp;',
        'AT&T',
        '00:00:01,000',
        '42',
        'WEBVTT',
        'NOTE',
        '東京',
        '1\u00bd',
      ),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    .map((parts) => parts.join(' '))
  const segments = fc
    .array(fc.record({ gap: fc.nat(9000), length: fc.nat(9000), text }), { minLength: 1 })
    .map((given) => {
      let at = 0
      return given.map((one): Segment => {
        const start = at + one.gap
        at = start + one.length
        return { start: start / 1000, end: at / 1000, text: one.text }
      })
    })

  it('a strict parser reads a SubRip file back unchanged', () => {
    fc.assert(
      fc.property(segments, (given) => {
        expect(strictSrt(write('srt', given))).to.deep.equal(cuesOf(given))
      }),
    )
  })

  it('a strict parser reads a WebVTT file back unchanged', () => {
    fc.assert(
      fc.property(segments, (given) => {
        expect(strictVtt(write('vtt', given))).to.deep.equal(cuesOf(given))
      }),
    )
  })

  it('a text file contains the paragraphs', () => {
    fc.assert(
      fc.property(segments, (given) => {
        const paragraphs = paragraphsOf(documentOf(given)).map((paragraph) => paragraph.text)
        expect(write('txt', given).split('\n\n')).to.deep.equal(paragraphs)
      }),
    )
  })
})

/** Milliseconds and text; what has no length lasts one millisecond. */
type StrictCue = [start: number, end: number, text: string]

function cuesOf(segments: Segment[]): StrictCue[] {
  return segments.map(({ start, end, text }) => {
    const from = Math.round(start * 1000)
    return [from, Math.max(from + 1, Math.round(end * 1000)), text]
  })
}

function strictSrt(file: string): StrictCue[] {
  return file
    .trimEnd()
    .split('\n\n')
    .map((block, index) => {
      const [number, times, ...text] = block.split('\n')
      expect(number).to.equal(String(index + 1))
      return [...timesOf(times, ','), text.join('\n')]
    })
}

function strictVtt(file: string): StrictCue[] {
  const [header, ...blocks] = file.trimEnd().split('\n\n')
  expect(header).to.equal('WEBVTT')
  return blocks.map((block) => {
    const [times, ...lines] = block.split('\n')
    const text = lines.join('\n')
    expect(text).to.not.match(/-->|<|&(?!amp;|lt;|gt;)/)
    return [
      ...timesOf(times, '.'),
      text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
    ]
  })
}

function timesOf(line: string | undefined, point: string): [number, number] {
  const time = `(\\d{2,}):(\\d{2}):(\\d{2})[${point}](\\d{3})`
  const match = new RegExp(`^${time} --> ${time}$`).exec(line ?? '')
  expect(match, line).to.not.equal(null)
  const [h1, m1, s1, f1, h2, m2, s2, f2] = (match as RegExpExecArray).slice(1).map(Number) as number[]
  const milliseconds = (h = 0, m = 0, s = 0, f = 0) => ((h * 60 + m) * 60 + s) * 1000 + f
  const start = milliseconds(h1, m1, s1, f1)
  const end = milliseconds(h2, m2, s2, f2)
  expect(end).to.be.above(start)
  return [start, end]
}

describe('the name of a downloaded file', () => {
  const names: Array<[title: string, name: string]> = [
    ['Old houses', 'Old houses.srt'],
    ['../../etc/passwd', 'etc passwd.srt'],
    ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j.srt'],
    [' .hidden. ', 'hidden.srt'],
    ['line\nbreak\u0000', 'line break.srt'],
    ['Über Öl', 'Über Öl.srt'],
    ['東京タワー', '東京タワー.srt'],
    ['', 'transcript.srt'],
    ['???', 'transcript.srt'],
  ]
  for (const [title, name] of names) {
    it(`the title ${JSON.stringify(title)} gives the file name ${JSON.stringify(name)}`, () => {
      expect(safeFileName(title, 'srt')).to.equal(name)
    })
  }

  it('a file name has at most 200 bytes and no split character', () => {
    for (const title of ['a'.repeat(500), 'é'.repeat(300), '東'.repeat(300), '👩‍👩‍👧'.repeat(50)]) {
      const name = safeFileName(title, 'json')
      expect(Buffer.byteLength(name)).to.be.within(170, 200)
      expect(name).to.match(/^(a+|é+|東+|(👩‍👩‍👧)+)\.json$/)
    }
  })
})

describe('Content-Disposition', () => {
  it('Content-Disposition has a plain file name for an ASCII title', () => {
    expect(contentDisposition('Old houses', 'txt')).to.equal('attachment; filename="Old houses.txt"')
    expect(contentDisposition('!!!', 'txt')).to.equal('attachment; filename="!!!.txt"')
    expect(contentDisposition('100% (?)', 'txt')).to.equal('attachment; filename="100% ( ).txt"')
  })

  it('Content-Disposition adds filename* if the title is not ASCII', () => {
    expect(contentDisposition("Über'n Öl (2)", 'txt')).to.equal(
      `attachment; filename="Uber'n Ol (2).txt"; filename*=UTF-8''%C3%9Cber%27n%20%C3%96l%20%282%29.txt`,
    )
    expect(contentDisposition('東京', 'txt')).to.equal(
      `attachment; filename="transcript.txt"; filename*=UTF-8''%E6%9D%B1%E4%BA%AC.txt`,
    )
  })

  it('Content-Disposition is a header that Node accepts for every title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
        expect(contentDisposition(title, 'json')).to.match(
          /^attachment; filename="[^"\\\x00-\x1f\x7f-\uffff]+\.json"(; filename\*=UTF-8''[\w%.~!-]+\.json)?$/,
        )
      }),
    )
  })
})

import { expect } from 'chai'
import {
  type FileHints,
  readTranscriptFile,
  TranscriptFileError,
} from '../../../lib/transcripts/read-file.js'
import type { Segment } from '../../../lib/transcripts/types.js'

const read = (text: string, hints: FileHints = {}) => readTranscriptFile(Buffer.from(text), hints)

/** `start-end text`, with `¶` where a paragraph begins. */
function lines(segments: Segment[]): string[] {
  return segments.map(
    ({ start, end, text, beginsParagraph }) => `${start}-${end} ${beginsParagraph ? '¶ ' : ''}${text}`,
  )
}

const linesOf = (text: string, hints?: FileHints) => lines(read(text, hints).segments)

describe('a WebVTT file', () => {
  it('a WebVTT file is not cut inside a word, however slowly it is spoken', () => {
    const file = `WEBVTT

00:00.000 --> 02:00.000
Donaudampfschifffahrtsgesellschaft Rechtsschutzversicherungsgesellschaften Straßenverkehrs-Zulassungs-Ordnung
`
    expect(read(file).segments.map(({ text }) => text)).to.deep.equal([
      'Donaudampfschifffahrtsgesellschaft',
      'Rechtsschutzversicherungsgesellschaften',
      'Straßenverkehrs-Zulassungs-Ordnung',
    ])
  })

  it('a WebVTT file is read without comments, styles, settings and cue names', () => {
    const file = `WEBVTT - a title
Language: de

STYLE
::cue { color: red }

NOTE a comment
over two lines

intro
00:01.000 --> 00:04.000 align:start position:0%
<c.loud>Guten</c> <00:02.000>Tag &amp; willkommen.

2
00:00:05.500 --> 00:00:07.000
<i>Los geht’s.</i>
`
    expect(linesOf(file)).to.deep.equal(['1-4 Guten Tag & willkommen.', '5.5-7 Los geht’s.'])
    expect(read(file).language).to.equal('de')
  })

  it('every sentence is one line, for every kind of line end', () => {
    const file = 'WEBVTT\n\n00:01.000 --> 00:02.000\nGuten\u0085Tag\u2028und\u000bgute\u001c Nacht.\n'

    expect(linesOf(file)).to.deep.equal(['1-2 Guten Tag und gute Nacht.'])
  })

  it('a WebVTT file gives each voice its sentences and marks the changes', () => {
    const file = `WEBVTT

00:00.000 --> 00:02.000
<v Ann>Hello.

00:02.000 --> 00:04.000
<v Ann>How are you?</v>
<v.loud Bob>Fine.</v>
`
    expect(linesOf(file)).to.deep.equal(['0-2 Hello.', '2-3.412 How are you?', '3.412-4 ¶ Fine.'])
  })

  it('a WebVTT file may have times of seconds alone', () => {
    expect(linesOf('WEBVTT\n\n0.86 --> 7.38\nOne.\n\n1:02.5 --> 1:03\nTwo.')).to.deep.equal([
      '0.86-7.38 One.',
      '62.5-63 Two.',
    ])
  })

  it('a WebVTT file may begin with a byte order mark and use any line ends', () => {
    const file = '\ufeffWEBVTT\r\n\r\n00:00.000 --> 00:01.000\r\nOne.\r\n\r00:01.000 --> 00:02.000\rTwo.'

    expect(linesOf(file)).to.deep.equal(['0-1 One.', '1-2 Two.'])
  })
})

describe('a SubRip file', () => {
  it('sentences across cues of a SubRip file are joined, with interpolated times', () => {
    const file = `1
00:00:01,000 --> 00:00:03,000
Hello and welcome
to the show. Today

2
00:00:03,000 --> 00:00:05,000
we talk.
`
    expect(linesOf(file)).to.deep.equal(['1-2.667 Hello and welcome to the show.', '2.722-5 Today we talk.'])
  })

  it('a SubRip file may lack numbers, and may have one-digit hours, points for commas and blank lines in its text', () => {
    const file = `0:00:01.000 --> 0:00:02.000
One.

Still one.

0:00:05,0 -> 0:00:06,0
Two.`
    expect(linesOf(file)).to.deep.equal(['1-1.267 One.', '1.333-2 Still one.', '5-6 Two.'])
  })

  it('names, arrows and dashes of speakers are removed, and other colons stay', () => {
    const file = `1
00:00:00,000 --> 00:00:02,000
>> ANNA: One thing: this.

2
00:00:02,000 --> 00:00:04,000
>> Another.

3
00:00:04,000 --> 00:00:06,000
- A third.
- A fourth.

4
00:00:06,000 --> 00:00:08,000
Anna: Again.

5
00:00:08,000 --> 00:00:10,000
Anna: And again. - No more.`
    expect(
      read(file).segments.map(({ text, beginsParagraph }) => `${beginsParagraph ? '>> ' : ''}${text}`),
    ).to.deep.equal([
      'One thing: this.',
      '>> Another.',
      '>> A third.',
      '>> A fourth.',
      '>> Again.',
      'And again.',
      '>> No more.',
    ])
  })

  it('names that occur once or have lower-case words are removed only if most lines begin with a name', () => {
    const cues = (...texts: string[]) =>
      texts
        .map((text, index) => `${index + 1}\n00:00:0${index},000 --> 00:00:0${index + 1},000\n${text}\n`)
        .join('\n')
    const said = (file: string) => read(file).segments.map(({ text }) => text)

    expect(said(cues('Alice: Hello there.', 'Bob: Hi Alice.'))).to.deep.equal(['Hello there.', 'Hi Alice.'])
    expect(
      said(cues('Hello there.', 'Remember: bring it.', 'Note: it rains.', 'Note: it snows.')),
    ).to.deep.equal(['Hello there.', 'Remember: bring it.', 'Note: it rains.', 'Note: it snows.'])
    const story = ['She said: go.', 'Anna de Vries: I went.', 'She said: stay.', 'Anna de Vries: Yes.']
    const rest = ['We met.', 'We left.', 'It rained.', 'We ran.', 'We slept.']
    expect(said(cues(...rest, ...story)).slice(5)).to.deep.equal([
      'She said: go.',
      'I went.',
      'She said: stay.',
      'Yes.',
    ])
    const shouted = ['WE MET.', 'WELL, HE SAID: GO.', 'WE LEFT.', 'SHE SAID: STAY.', 'IT RAINED.']
    expect(said(cues(...shouted))).to.deep.equal(shouted)
    expect(said(cues('>> ANN: WE MET.', 'WE LEFT.', 'IT RAINED.'))[0]).to.equal('WE MET.')
    const names = [
      'Khalid al-Rashid',
      'Jeanne d’Arc',
      'Maria do Carmo',
      'สมชาย ใจดี',
      'Audience member',
      'Male voice 2',
    ]
    for (const name of names) {
      const [first, second] = said(cues(...rest, `${name}: Why not?`, `${name}: Yes.`)).slice(5)
      expect([first, second], name).to.deep.equal(['Why not?', 'Yes.'])
    }
    expect(said(cues('One.', 'The rule is this: wait.', 'We read Re:Invent.'))[1]).to.equal(
      'The rule is this: wait.',
    )
  })

  it('notes on sounds are removed, and speech in brackets stays', () => {
    const cue = (text: string) => `1\n00:00:00,000 --> 00:00:02,000\n${text}\n`

    expect(linesOf(cue('[Music] Hello (laughs) there [upbeat music playing].'))).to.deep.equal([
      '0-2 Hello there.',
    ])
    expect(linesOf(cue('It rained [Ann and\nBob laugh], then .5 mm more.'))).to.deep.equal([
      '0-2 It rained, then .5 mm more.',
    ])
    expect(linesOf(cue('Call [the office] (at noon).'))).to.deep.equal(['0-2 Call [the office] (at noon).'])
    expect(linesOf(cue('♪ la la ♪'))).to.deep.equal(['0-2 la la'])
  })
})

describe('faulty cues', () => {
  const srt = (...cues: Array<[start: string, end: string, text: string]>) =>
    cues.map(([start, end, text], index) => `${index + 1}\n${start} --> ${end}\n${text}\n`).join('\n')

  it('a cue that ends before it starts ends where the next begins', () => {
    const file = srt(
      ['00:00:05,000', '00:00:01,000', 'One is here.'],
      ['00:00:05,500', '00:00:07,000', 'Two.'],
    )
    expect(linesOf(file)).to.deep.equal(['5-5.5 One is here.', '5.5-7 Two.'])
  })

  it('cues out of order are sorted by time', () => {
    const file = srt(['00:00:05,000', '00:00:06,000', 'Two.'], ['00:00:01,000', '00:00:02,000', 'One.'])
    expect(linesOf(file)).to.deep.equal(['1-2 One.', '5-6 Two.'])
  })

  it('cues with equal times share them', () => {
    const file = srt(['00:00:00,000', '00:00:04,000', 'Abc.'], ['00:00:00,000', '00:00:04,000', 'Def.'])
    expect(linesOf(file)).to.deep.equal(['0-2 Abc.', '2-4 Def.'])
  })

  it('cues that are empty, repeated or without words are dropped', () => {
    const file = srt(
      ['00:00:01,000', '00:00:02,000', ' '],
      ['00:00:03,000', '00:00:04,000', 'One.'],
      ['00:00:03,000', '00:00:04,000', 'One.'],
      ['00:00:05,000', '00:00:06,000', '...'],
    )
    expect(linesOf(file)).to.deep.equal(['3-4 One.'])
  })

  it("a cue in a recogniser's loop is kept once", () => {
    const loop = Array.from({ length: 30 }, (_, index) => {
      return [`00:00:${10 + index},000`, `00:00:${11 + index},000`, 'Thank you for watching.'] as [
        string,
        string,
        string,
      ]
    })
    const file = srt(['00:00:01,000', '00:00:02,000', 'One.'], ...loop, [
      '00:00:50,000',
      '00:00:51,000',
      'Two.',
    ])
    expect(linesOf(file)).to.deep.equal(['1-2 One.', '10-11 Thank you for watching.', '50-51 Two.'])
  })

  it('cues that people repeat are kept', () => {
    const file = srt(['00:00:01,000', '00:00:02,000', 'Yes.'], ['00:00:02,000', '00:00:03,000', 'Yes.'])
    expect(linesOf(file)).to.deep.equal(['1-2 Yes.', '2-3 Yes.'])
  })

  it('NULs and control characters in cues are removed', () => {
    expect(
      linesOf(srt(['00:00:01,000', '00:00:02,000', 'He\u0000l\u0007lo\u00ad th\u200bere.'])),
    ).to.deep.equal(['1-2 Hello there.'])
  })

  it('a pause of two seconds ends a sentence without a full stop', () => {
    const file = srt(
      ['00:00:01,000', '00:00:02,000', 'one'],
      ['00:00:03,900', '00:00:05,000', 'two'],
      ['00:00:07,000', '00:00:08,000', 'three'],
    )
    expect(linesOf(file)).to.deep.equal(['1-5 one two', '7-8 three'])
  })
})

describe('rolling captions', () => {
  it('rolling captions lose the lines that were on the screen already', () => {
    const file = `WEBVTT

00:00.000 --> 00:02.000
hello there and

00:02.000 --> 00:02.010
hello there and

00:02.010 --> 00:04.000
hello there and
welcome to the

00:04.000 --> 00:04.010
welcome to the

00:04.010 --> 00:06.000
welcome to the
show today`
    expect(linesOf(file)).to.deep.equal(['0-6 hello there and welcome to the show today'])
  })

  it('rolling captions lose the start that grows from cue to cue', () => {
    const file = `WEBVTT

00:00.000 --> 00:01.000
we

00:01.000 --> 00:02.000
we go

00:02.000 --> 00:03.000
we go home.`
    expect(linesOf(file)).to.deep.equal(['0-3 we go home.'])
  })
})

describe('an SBV file', () => {
  it('an SBV file is recognised by its content, whatever its name', () => {
    const file = '0:00:05.620,0:00:11.190\nThe first of\n\n0:00:09.070,0:00:14.019\nthe sentences.'

    expect(linesOf(file, { fileName: 'captions.srt', contentType: 'application/srt' })).to.deep.equal([
      '5.62-14.019 The first of the sentences.',
    ])
  })
})

describe('a JSON file', () => {
  it('JSON of the podcast namespace is read with its speakers', () => {
    const file = JSON.stringify({
      version: '1.0.0',
      segments: [
        { speaker: 'Ann', startTime: 0.5, endTime: 0.75, body: 'I' },
        { speaker: 'Ann', startTime: 1, endTime: 1.25, body: 'am' },
        { speaker: 'Ann', startTime: 1.5, endTime: 2, body: 'here.' },
        { speaker: 'Bob', startTime: 2.75, endTime: 3, body: 'Oh' },
      ],
    })
    expect(linesOf(file)).to.deep.equal(['0.5-2 I am here.', '2.75-3 ¶ Oh'])
  })

  it('JSON of Whisper is read with its language, length and leading spaces', () => {
    const file = JSON.stringify({
      text: ' Ciao. Bene.',
      language: 'it',
      duration: 12.5,
      segments: [
        { id: 0, start: 0, end: 2, text: ' Ciao.', tokens: [1, 2] },
        { id: 1, start: 2, end: 3, text: ' ', tokens: [] },
        { id: 2, start: 3, end: 4, text: ' Bene.', tokens: [3] },
      ],
    })
    expect(linesOf(file)).to.deep.equal(['0-2 Ciao.', '3-4 Bene.'])
    expect(read(file)).to.include({ language: 'it', durationSeconds: 12.5 })
  })

  it('JSON of AssemblyAI is recognised to be in milliseconds', () => {
    const file = JSON.stringify({
      language_code: 'de',
      utterances: [
        { speaker: 'A', start: 2373, end: 5000, text: 'Willkommen zu einer neuen Episode.' },
        { speaker: 'B', start: 55026, end: 58000, text: 'Danke für die Einladung, ich freue mich.' },
      ],
    })
    expect(linesOf(file)).to.deep.equal([
      '2.373-5 Willkommen zu einer neuen Episode.',
      '55.026-58 ¶ Danke für die Einladung, ich freue mich.',
    ])
  })

  it('JSON may be a bare list with times as text and numbers for speakers', () => {
    const file = JSON.stringify([
      { text: 'One.', startTime: '00:02', endTime: '00:08', speaker: 0 },
      { text: 'Two.', startTime: '01:00:13', endTime: '01:00:23.5', speaker: 1 },
    ])
    expect(linesOf(file)).to.deep.equal(['2-8 One.', '3613-3623.5 ¶ Two.'])
  })

  it('JSON may have one segment for each word, some without length', () => {
    const words = [
      ['Uh,', 2.16, 2.16],
      ['so', 2.19, 2.73],
      ['I', 2.79, 2.85],
      ['hope', 2.85, 3],
      ['.', 3, 3],
    ]
    const segments = words.map(([body, startTime, endTime]) => ({ body, startTime, endTime }))

    expect(linesOf(JSON.stringify({ segments }))).to.deep.equal(['2.16-3.067 Uh, so I hope.'])
  })

  it('halves of characters in JSON are removed', () => {
    const file = '{"segments":[{"start":1,"end":2,"text":"One\\ud83d \\ud83d\\ude00 two."}]}'

    expect(linesOf(file)).to.deep.equal(['1-2 One \u{1f600} two.'])
  })

  it('JSON without times is read as a text without times', () => {
    const { timed, segments } = read(JSON.stringify({ segments: [{ body: 'One.' }, { body: 'Two.' }] }))

    expect(timed).to.equal(false)
    expect(lines(segments)).to.deep.equal(['0-0 ¶ One.', '0-0 ¶ Two.'])
  })

  it('strings in a list of lines or texts are captions, in any other list they are not', () => {
    const listed = (value: object) => read(JSON.stringify({ tags: ['no speech'], ...value }))

    for (const value of [{ lines: ['One.', 'Two.'] }, { episode: { text: ['One.', 'Two.'] } }])
      expect(lines(listed(value).segments)).to.deep.equal(['0-0 ¶ One.', '0-0 ¶ Two.'])
    expect(() => listed({})).to.throw(TranscriptFileError, /no text found/)
  })

  it('truncated JSON is refused', () => {
    expect(() => read('{"segments":[{"startTime":0')).to.throw(TranscriptFileError, /not valid JSON/)
    expect(() => read('["One.", "Tw')).to.throw(TranscriptFileError, /not valid JSON/)
  })

  it('a list of strings is JSON, and a quotation in brackets is text', () => {
    expect(lines(read('["One.", "Two."]').segments)).to.deep.equal(['0-0 ¶ One.', '0-0 ¶ Two.'])
    expect(lines(read('["A Song", by a band, plays.]\n\nHello.').segments)).to.deep.equal([
      '0-0 ¶ ["A Song", by a band, plays.]',
      '0-0 ¶ Hello.',
    ])
  })

  it('deeply nested JSON is refused', () => {
    expect(() => read('['.repeat(1_000_000))).to.throw(TranscriptFileError)
    expect(() => read(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)).to.throw(TranscriptFileError)
  })
})

describe('an HTML file', () => {
  it('HTML of the podcast namespace is read with names and times', () => {
    const file = `<!-- saved --><html lang="en"><head><title>No</title></head><body>
<cite>Ann:</cite>
<time>0:00</time>
<p>It&#39;s <b>here</b>.
Really.</p>
<cite>Bob:</cite>
<time>1:00</time>
<p>Then I will take it.</p>`
    expect(read(file).language).to.equal('en')
    expect(linesOf(file).map((line) => line.replace(/^[\d.]+-[\d.]+ /, ''))).to.deep.equal([
      "It's here.",
      'Really.',
      '¶ Then I will take it.',
    ])
    expect(read(file).segments.map(({ start }) => start)[2]).to.equal(60)
  })

  it('HTML without names and times keeps the paragraphs of its article', () => {
    const file = `<html><head><style>p{}</style></head><body><nav><p>Menu</p></nav><h1>Title</h1><p>By us</p>
      <article><p>One. Two.</p><p>Three,<br>still &amp; still.</p></article><footer><p>(c)</p></footer></body></html>`

    expect(linesOf(file)).to.deep.equal(['0-0 ¶ One.', '0-0 Two.', '0-0 ¶ Three, still & still.'])
  })

  it('HTML with a single time is timed if it begins with it and is short', () => {
    const short = '<cite>Ann:</cite><time>0:05</time><p>One two three. Four five six.</p>'
    const more = `${short}<p>And seven.</p>`
    const long = `${short}<p>${'And so on. '.repeat(200)}</p>`
    const late = '<p>Long before.</p><time>0:05</time><p>One two three.</p>'

    expect(linesOf(short)).to.deep.equal(['5-5.933 One two three.', '6-6.933 Four five six.'])
    expect(read(short).timed).to.equal(true)
    expect(read(more).timed).to.equal(true)
    expect(read(long).timed).to.equal(false)
    expect(read(late).timed).to.equal(false)
    expect(linesOf('[0:05] One two three.', { contentType: 'text/plain' })).to.deep.equal([
      '5-5.933 One two three.',
    ])
  })

  it('TTML is read with the times of its paragraphs, and its styles may lack an end tag', () => {
    const ttml = `<?xml version="1.0"?><tt xml:lang="en"><head><styling><style xml:id="s1" /></styling></head>
      <body><div><p begin="1.5s" end="00:00:02.500">Hello.</p><p begin="4s" end="5s">Bye.</p></div></body></tt>`

    expect(lines(read(ttml).segments)).to.deep.equal(['1.5-2.5 Hello.', '4-5 Bye.'])
  })

  it('HTML is recognised by its content, whatever its declared type', () => {
    const file = '<p>One.</p><p>Two.</p>'
    expect(linesOf(file, { contentType: 'text/vtt', fileName: 'x.json' })).to.have.length(2)
  })
})

describe('a text file', () => {
  it('a text without times keeps its paragraphs, all at 0 if the length is unknown', () => {
    const document = read('One. Two.\n\nThree\nfour.\n')

    expect(document.timed).to.equal(false)
    expect(lines(document.segments)).to.deep.equal(['0-0 ¶ One.', '0-0 Two.', '0-0 ¶ Three four.'])
  })

  it('a text without times is spread over the known length by position', () => {
    expect(linesOf('Aaa.\n\nBbbb bbb.', { knownSeconds: 120 })).to.deep.equal([
      '0-36.923 ¶ Aaa.',
      '36.923-120 ¶ Bbbb bbb.',
    ])
  })

  it('a text with a time before each line has those times', () => {
    const file = '00:00:00 One here.\n\n00:00:03 Two is\n\n00:00:05 longer than that.\n'

    expect(lines(read(file).segments).map((line) => line.replace(/-[\d.]+/, ''))).to.deep.equal([
      '0 One here.',
      '3 Two is longer than that.',
    ])
    expect(read(file).timed).to.equal(true)
  })

  it('bold names are removed from a text, and their changes are marked', () => {
    const file = `# Episode one

- [\\[00:00:00\\] Start](#start)

## Start

\\[00:00\\] **Ann Lee:** Hello, *everybody*. \\[laughs\\]

**Break:** \\[00:10\\]

**Bob:** \\[00:12\\] Hi [Ann](https://example.org).
`
    expect(linesOf(file).map((line) => line.replace(/-[\d.]+/, ''))).to.deep.equal([
      '0 Hello, everybody.',
      '12 ¶ Hi Ann.',
    ])
  })

  it('names and times above the lines are both read', () => {
    const file = 'Speaker 1 (00:02):\nHello there.\n\nSpeaker 2 (00:05):\nHi.\n\nSpeaker 1 (00:07):\nBye.'

    expect(linesOf(file).map((line) => line.replace(/-[\d.]+/, ''))).to.deep.equal([
      '2 Hello there.',
      '5 ¶ Hi.',
      '7 ¶ Bye.',
    ])
  })

  it('a clock time in the speech does not time a text', () => {
    const { timed, segments } = read('We met.\n\n10:30 was too late for us.\n\nSo we left.')

    expect(timed).to.equal(false)
    expect(segments[1]?.text).to.equal('10:30 was too late for us.')
  })

  it('a transcript in YAML front matter is read', () => {
    const file = `---
title: 'x'
language: ja
transcriptText:
  - time: '00:01'
    text: '大抵のポッドキャ'
  - time: '00:03'
    text: 'ストです。'
---
<p>Other things.</p>`
    expect(linesOf(file).map((line) => line.replace(/-[\d.]+/, ''))).to.deep.equal([
      '1 大抵のポッドキャストです。',
    ])
  })

  it("an hour's transcript in YAML front matter is read", () => {
    const clock = (at: number) =>
      `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
    const items = Array.from(
      { length: 3600 },
      (_, at) => `  - time: '${clock(at)}'\n    text: 'Sentence ${at}.'`,
    )
    const head = `title: x\nlanguage: ja\ntranscriptText:\n${items.join('\n')}\nother: y`
    const { segments, language } = read(`---\n${head}\n---\n<p>Other things.</p>`)

    expect(language).to.equal('ja')
    expect(segments).to.have.length(3600)
    expect(segments[3599]).to.deep.include({ start: 3599, text: 'Sentence 3599.' })
  })

  it('a text is read in UTF-16 and Windows-1252 too', () => {
    const utf16 = Buffer.from('\ufeffÄrger über Öl.', 'utf16le')
    const latin = Buffer.from(
      'Ärger über Öl – “so”.'.replace('–', '\x96').replace('“', '\x93').replace('”', '\x94'),
      'latin1',
    )

    expect(readTranscriptFile(utf16).segments[0]?.text).to.equal('Ärger über Öl.')
    expect(readTranscriptFile(utf16.swap16()).segments[0]?.text).to.equal('Ärger über Öl.')
    expect(readTranscriptFile(latin).segments[0]?.text).to.equal('Ärger über Öl – “so”.')
  })
})

describe('a file without readable text', () => {
  const files: Array<[what: string, bytes: Buffer]> = [
    ['empty', Buffer.alloc(0)],
    ['blank', Buffer.from(' \n\n')],
    ['a header alone', Buffer.from('WEBVTT\n\n')],
    ['times alone', Buffer.from('1\n00:00:00,000 --> 00:00:01,000\n\n')],
    ['punctuation', Buffer.from('...\n\n---')],
    [
      'an image',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0, 1, 2, 3, 4, 5]),
    ],
    ['a PDF', Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n')],
    ['an RTF document', Buffer.from('{\\rtf1\\ansi Hello.}')],
    ['a PostScript file', Buffer.from('%!PS-Adobe-3.0\n(Hello) show\n')],
    ['a saved page', Buffer.from('MIME-Version: 1.0\nContent-Type: text/html\n\n<p>Hello.</p>')],
    ['a ZIP archive', Buffer.from('PK\u0003\u0004 word/document.xml')],
    ['an MP3 file', Buffer.from('ID3\u0003 Hello there.')],
    [
      'a Transcriber file',
      Buffer.from(
        '<?xml version="1.0"?>\n<!DOCTYPE Trans SYSTEM "trans-14.dtd">\n<Trans><Turn><Sync time="0"/>Hello.</Turn></Trans>',
      ),
    ],
    ['brackets', Buffer.from('<'.repeat(1_000_000))],
    ['endless elements', Buffer.from('<div>'.repeat(100_000))],
    ['too large', Buffer.alloc(20 * 1024 * 1024 + 1, 'a ')],
  ]
  for (const [what, bytes] of files) {
    it(`a file is refused: ${what}`, () => {
      expect(() => readTranscriptFile(bytes)).to.throw(TranscriptFileError)
    })
  }
})

it('a file of another format is refused with the name of that format', () => {
  expect(() => read('\n%PDF-1.4\n1 0 obj')).to.throw('not a text file but a PDF file')
  expect(lines(read('ID3 tags are old.').segments)).to.have.length(1)
})

describe('the language of a transcript', () => {
  const german = 'Das ist nicht so, wie wir es uns in der Stadt mit dem Wasser und der Zeit gedacht haben.'

  it("the language is the stated one, else the file's, else the podcast's, else the detected one", () => {
    const json = JSON.stringify({ language: 'fr', segments: [{ start: 0, end: 1, text: german }] })

    expect(read(json, { language: 'en' }).language).to.equal('en')
    expect(read(json, { fallbackLanguage: 'nl' }).language).to.equal('fr')
    expect(read(german, { fallbackLanguage: 'nl' }).language).to.equal('nl')
    expect(read(german).language).to.equal('de')
  })
})

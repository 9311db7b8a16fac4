import { expect } from 'chai'
import { readTranscriptFile } from '../../../lib/transcripts/read-file.js'

const read = (text: string) => readTranscriptFile(Buffer.from(text)).segments
/** Each sentence, with `>>` where a paragraph begins behind the first. */
const said = (text: string) =>
  read(text).map(({ text, beginsParagraph }, index) => `${index > 0 && beginsParagraph ? '>> ' : ''}${text}`)
/** `start text` of each sentence. */
const timed = (text: string) => read(text).map(({ start, text }) => `${start} ${text}`)

describe("a text with speakers' names", () => {
  it('words before a time in the middle of a sentence are kept', () => {
    const file = `**Ann Lee:** Hello there.

**Bob Ray:** It's a type that you can check with [0:10] But yeah, that works.

**Ann Lee:** We [0:20] agree.

We [0:30] all agree.
`
    expect(timed(file)).to.deep.equal([
      '0 Hello there.',
      "2.553 It's a type that you can check with But yeah, that works.",
      '19.13 We agree.',
      '27.5 We all agree.',
    ])
  })

  it('names with a second form in brackets are recognised', () => {
    const file = `Mira Olsen (MO) (00:00:10):
Hello there.

Tom (00:00:12):
Hi.

Mira Olsen (MO) (00:00:14): Bye.`
    expect(timed(file)).to.deep.equal(['10 Hello there.', '12 Hi.', '14 Bye.'])
    expect(said('Mira Olsen (MO): Hello.\nTom: Hi.\nMira Olsen (MO): Bye.')).to.deep.equal([
      'Hello.',
      '>> Hi.',
      '>> Bye.',
    ])
  })

  it('names in the styles of transcription services are recognised', () => {
    expect(timed('Mira Olsen  0:10\nHello.\n\nDr. Tom de Vries, PhD  0:12\nHi.')).to.deep.equal([
      '10 Hello.',
      '12 Hi.',
    ])
    expect(timed('SPEAKER_00 [0:10]: Hello.\nSPEAKER_01 [0:12]: Hi.')).to.deep.equal(['10 Hello.', '12 Hi.'])
  })

  it('names in brackets are recognised before a colon and before a time', () => {
    expect(said('[Mira Olsen]: Hello.\n[Tom]: Hi.\n[Mira Olsen]: Bye.')).to.deep.equal([
      'Hello.',
      '>> Hi.',
      '>> Bye.',
    ])
    expect(timed('[Mira Olsen] [0:10] Hello.\n[Tom] [0:12] Hi.\n')).to.deep.equal(['10 Hello.', '12 Hi.'])
    expect(timed('[0:10] [SPEAKER_00] Hello.\n[0:12] [SPEAKER_01] Hi.\n')).to.deep.equal([
      '10 Hello.',
      '12 Hi.',
    ])
    const captions =
      '1\n00:00:01,000 --> 00:00:02,000\n[SPEAKER_00]: Hello.\n\n2\n00:00:02,000 --> 00:00:03,000\n[SPEAKER_01]: Hi.\n'
    expect(said(captions)).to.deep.equal(['Hello.', '>> Hi.'])
    expect(said('[Looks around] Hello.\n\n[Note]: Hi.')).to.deep.equal([
      '[Looks around] Hello.',
      '>> [Note]: Hi.',
    ])
  })

  it('names in capitals may have a role, and what is played is a note on a sound', () => {
    const file =
      'MIRA OLSEN, HOST:\n\nHello.\n\nTOM RAY, BYLINE: Hi.\n\n(SOUNDBITE OF MUSIC)\n\nOLSEN: Bye.\n'

    expect(said(file)).to.deep.equal(['Hello.', '>> Hi.', '>> Bye.'])
    expect(said('Well, OK: let us go.\n\nI went to Rome, NY: it rained.')[0]).to.equal('Well, OK: let us go.')
  })

  it('names after times are recognised if nearly all times stand above the lines with a name', () => {
    const file = '[0:10] - Mira Olsen\nHello.\n\n[0:12] Speaker 2\nHi. Yes.\n\n[0:14] - Mira Olsen\n\nBye.\n'

    expect(timed(file)).to.deep.equal(['10 Hello.', '12 Hi.', '12.8 Yes.', '14 Bye.'])
    expect(said(file)[1]).to.equal('>> Hi.')
    expect(said('[0:10] Yes\n[0:11] Right\nwe went\n[0:13] there.\n')).to.deep.equal([
      'Yes Right we went there.',
    ])
  })

  it('bold names may have underscores, or a time before them', () => {
    expect(said('__Mira__: Hello.\n\n__Tom__: Hi.\n\n__Mira__: Bye.')).to.deep.equal([
      'Hello.',
      '>> Hi.',
      '>> Bye.',
    ])
    expect(
      timed('**[00:00:10] Mira**\nHello.\n\n**00:00:12 Tom**\n\nHi.\n\n**[0:14] Mira:**\nBye.\n'),
    ).to.deep.equal(['10 Hello.', '12 Hi.', '14 Bye.'])
  })

  it('bold names before their times and in lists are recognised', () => {
    expect(timed('**Mira** (00:10): Hello.\n\n**Tom** (00:12): Hi.')).to.deep.equal(['10 Hello.', '12 Hi.'])
    expect(said('* **Mira:** Hello.\n* **Tom:** Hi.')).to.deep.equal(['Hello.', '>> Hi.'])
  })

  it('names in the middle of a line are recognised', () => {
    const file =
      'Mira (00:10): Hello there. Tom de Vries (00:12): Hi. What now? Mira (00:14): Bye.\nTom de Vries (00:16): Bye. Today (00:18): too.'

    expect(timed(file)).to.deep.equal([
      '10 Hello there.',
      '12 Hi.',
      '12.615 What now?',
      '14 Bye.',
      '16 Bye.',
      '16.333 Today (00:18): too.',
    ])
    expect(said('**Mira:** Hello. **Tom:** Hi.\n\n**Mira:** Bye. **Tom:** No.')).to.deep.equal([
      'Hello.',
      '>> Hi.',
      '>> Bye.',
      '>> No.',
    ])
  })

  it('names before times without a colon are recognised if many lines begin so', () => {
    expect(timed('Speaker 1 [00:02] Hello.\nSpeaker 2 [00:05] Hi.')).to.deep.equal(['2 Hello.', '5 Hi.'])
    expect(timed('Speaker 1: [00:02] Hello.\nSpeaker 2: [00:05] Hi.')).to.deep.equal(['2 Hello.', '5 Hi.'])
    expect(
      said(
        'Monday [00:02] was good.\n\nWe left.\n\nIt [00:09] rained.\n\nWe slept.\n\nWe woke.\n\nWe ate.\n\nWe ran.',
      )[0],
    ).to.equal('Monday was good.')
  })

  it('bold headings that are not names are kept', () => {
    const file = `**Ann Lee:** Hello.

**What to do instead:** Rest.

> **Our Mission**: To serve.

> **Rule one** Wait.

**Ann Lee:** Bye.
`
    expect(said(file)).to.deep.equal([
      'Hello.',
      '>> What to do instead: Rest.',
      '>> Our Mission: To serve.',
      '>> Rule one Wait.',
      '>> Bye.',
    ])
  })

  it('quoted facts about the file above the text are removed', () => {
    expect(said('# Title\n\n> **Guest**: Ann\n> **Host**: Bob\n\nHello.\n')).to.deep.equal(['Hello.'])
  })
})

describe('a break in a text', () => {
  it('a break ends the speech before it and delays the speech after it', () => {
    const file = `[0:00] **Ann:** Hello there.

**Break:** \\[0:10\\] to \\[1:10\\]

**Bob:** We are back.

[1:20] **Ann:** Bye.`
    const { segments } = readTranscriptFile(Buffer.from(file))

    expect(segments.map(({ start, text }) => `${start} ${text}`)).to.deep.equal([
      '0 Hello there.',
      '70 We are back.',
      '80 Bye.',
    ])
    expect(segments[0]?.end).to.be.at.most(10)
  })

  it('a break keeps the words beside it', () => {
    expect(
      timed('[0:00] **Ann:** Hello.\n\n**Jingle:** [0:10] to [0:12] Time for news!\n\n**Ann:** Yes.'),
    ).to.deep.equal(['0 Hello.', '10 Time for news!', '12 Yes.'])
  })
})

describe('times in a text', () => {
  it('times may be escaped twice, have a stray backslash or count frames', () => {
    const file = String.raw`**Ann:** \[00:08:01.28\\\] One.

**Bob:** [\00:08:48.17] Two.

**Ann:** \[00:09:02:25\] Three.`
    expect(timed(file)).to.deep.equal(['481.28 One.', '528.17 Two.', '542.25 Three.'])
  })

  it('times may be ranges', () => {
    const file = '[00:01.000 --> 00:04.000]  One.\n[00:05.000 --> 00:07.000]  Two.\n'

    expect(read(file).map(({ start, end }) => [start, end])).to.deep.equal([
      [1, 4],
      [5, 7],
    ])
    expect(said(file)).to.deep.equal(['One.', 'Two.'])
    expect(timed('[1.25 --> 4.0] One.\n[65.5 → 70.0] Two.\n')).to.deep.equal(['1.25 One.', '65.5 Two.'])
    expect(said('(1.5 to 2.5) percent.')).to.deep.equal(['(1.5 to 2.5) percent.'])
  })
})

describe('Markdown in a text', () => {
  it('Markdown links with brackets in their address are removed', () => {
    expect(
      said('See [the tool](https://example.org/wiki/Tool_(hand) "Tool") first.\n\n**Ann:** Yes.')[0],
    ).to.equal('See the tool first.')
    expect(said('There is a [link]((https://example.org/a)) here.')).to.deep.equal(['There is a link here.'])
  })

  it('commands of site generators and tags on lines of their own are removed', () => {
    const file = `# Title

- [A link](https://example.org){:target="_blank"}

{% include player.html %}

<details>
<summary>Open the **transcript**</summary>

**Ann:** Hello.

**Ann:** Bye.
</details>
`
    expect(said(file)).to.deep.equal(['Hello.', '>> Bye.'])
  })

  it('the backslash of every escaped character is removed', () => {
    expect(said(String.raw`It costs \$18,000 \& more\, I \~think\~.`)).to.deep.equal([
      'It costs $18,000 & more, I ~think~.',
    ])
  })

  it('the items of a numbered list are separate sentences', () => {
    const file = (time: string) =>
      `${time}**Ann:** Three rules:\n\n1. Keep it short\n2. Keep it slow\n3. Repeat it\n\n**Ann:** Fine.\n`

    const sentences = ['Three rules:', '1. Keep it short', '2. Keep it slow', '3. Repeat it', 'Fine.']
    expect(read(file('')).map(({ text }) => text)).to.deep.equal(sentences)
    expect(read(file('[0:00] ')).map(({ text }) => text)).to.deep.equal(sentences)
  })
})

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect } from 'chai'
import { hasSpacelessScript } from '../../../lib/text/scripts.js'
import { paragraphsOf } from '../../../lib/transcripts/paragraphs.js'
import { readTranscriptFile } from '../../../lib/transcripts/read-file.js'
import type { TranscriptDocument } from '../../../lib/transcripts/types.js'

/** Real published files, which may not be part of the project. */
const FOLDER = join(process.cwd(), '..', 'shared', 'data', 'transcripts')

function read(path: string): TranscriptDocument {
  return readTranscriptFile(readFileSync(join(FOLDER, path)), { fileName: basename(path) })
}

const allPaths = () =>
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name))

const texts = (document: TranscriptDocument) => document.segments.map(({ text }) => text)

describe('published transcripts', () => {
  before(function () {
    if (existsSync(FOLDER)) return
    console.log(`      skipped: the published files are not on this machine (${FOLDER})`)
    this.skip()
  })

  it('all published files are read in order, as sentences of limited length', () => {
    for (const path of allPaths()) {
      const { segments, timed } = read(path)
      expect(segments, path).to.not.be.empty
      const faulty = segments.filter(({ start, end, text }, index) => {
        const isOrdered = start >= (segments[index - 1]?.start ?? 0) && end >= start
        const isClean = text === text.replace(/\s+/g, ' ').trim()
        return !isOrdered || !isClean || (timed && text.length > 650)
      })
      expect(faulty, path).to.deep.equal([])
    }
  })

  it('published files have paragraphs of thirty seconds at most', () => {
    const lengths = paragraphsOf(read('talk_python_youtube/332-robust-python.vtt')).map(
      ({ start, end }) => end - start,
    )

    expect(Math.max(...lengths)).to.be.at.most(30.001)
  })

  it('published files are not cut inside a word of a script with spaces', () => {
    const wordsOf = (sentences: Array<{ text: string }>) =>
      sentences
        .map(({ text }) => text)
        .join(' ')
        .split(' ')
    for (const path of allPaths()) {
      const document = read(path)
      if (hasSpacelessScript(texts(document).join(''))) continue
      expect(wordsOf(paragraphsOf(document)), path).to.deep.equal(wordsOf(document.segments))
    }
    expect(texts(read('talk_python_youtube/363-python-for-dotnet.vtt')).join(' ')).to.not.match(/ \. NET/)
  })

  it('rolling SBV captions, nearly all overlapping, are read once and in sequence', () => {
    const document = read('cadena_de_datos/s01e05-secchi.sbv')

    expect(document).to.include({ timed: true, language: 'es' })
    expect(document.segments[0]).to.include({
      start: 5.62,
      end: 11.19,
      text: 'Cadena de datos episodio número 6 el invitado de hoy es Pablo Secchi.',
    })
  })

  it('SubRip with one-digit hours, >> NAME: and markup is read', () => {
    const document = read('cadena_de_datos/s01e05-secchi.srt')

    expect(texts(document).join(' ')).to.not.match(/>>|<\/?[bi]>|ANDRES:|PABLO:/)
    expect(document.segments.find(({ text }) => text === 'Perfecta.')).to.include({
      start: 32.309,
      beginsParagraph: true,
    })
  })

  it('plain text without times is read', () => {
    const document = read('cadena_de_datos/s01e05-secchi.txt')

    expect(document.timed).to.equal(false)
    expect(document.segments.filter(({ beginsParagraph }) => beginsParagraph)).to.have.length.above(3)
  })

  it('Markdown with bold names, escaped times, breaks and notes is read', () => {
    const document = read('changelog/ship-it-53.md')
    const text = texts(document).join(' ')

    expect(document.timed).to.equal(true)
    expect(text).to.not.match(/\*\*|\\\[|\[\d|\[laugh|Break:|Gerhard Lazu:/)
    expect(document.segments.filter(({ beginsParagraph }) => beginsParagraph)).to.have.length.above(50)
    expect(read('changelog/go-time-1.md').timed).to.equal(false)
  })

  it('a Markdown table of contents with times is not speech', () => {
    const document = read(
      'audrow_nash/1-rethinking-robotics-electric-sheep-s-journey-to-safer-smarter-machines.md',
    )

    expect(document.segments[0]?.text).to.match(/^I've talked to a lot of people/)
    expect(texts(document).join(' ')).to.not.match(/Table of Contents|\[\d\d:/)
    expect(document.segments.find(({ text }) => text.startsWith("I'm Nag Murthy"))?.start).to.be.within(
      97,
      100,
    )
  })

  it('JSON with AssemblyAI’s milliseconds and turns of more than a minute is read', () => {
    const document = read('engineering_kiosk/ep-06.json')

    expect(document).to.include({ language: 'de', durationSeconds: 3133 })
    expect(document.segments[0]).to.include({ start: 2.373 })
    expect(document.segments.at(-1)?.end).to.be.within(3000, 3134)
    expect(Math.max(...document.segments.map(({ start, end }) => end - start))).to.be.below(46)
  })

  it('JSON with Whisper’s leading spaces and a recogniser’s loop is read', () => {
    const document = read('gitbar/132.json')

    expect(document.language).to.equal('it')
    expect(texts(document).filter((text) => text === 'M')).to.have.length.below(2)
  })

  it('a JSON list with turns and numbers for speakers is read', () => {
    const segments = read('kaloh/a-generative-artist-journey-ft-ryan-bell.en_segments.json')
    const turns = read('kaloh/a-generative-artist-journey-ft-ryan-bell.en_turns.json')

    expect(segments.segments.some(({ beginsParagraph }) => beginsParagraph)).to.equal(true)
    expect(texts(turns).join(' ')).to.equal(texts(segments).join(' '))
  })

  it('JSON with times as "mm:ss", without length or with equal starts, is read', () => {
    expect(read('rp_podcast/veronica.json').segments[0]).to.include({ start: 2, end: 8 })
    expect(read('rp_podcast/arthur.json').timed).to.equal(true)
  })

  it('JSON with one word per segment, many without length, is read', () => {
    const document = read('podcasting20_formats/how_to_start_a_podcast.json')

    expect(document.segments[0]).to.include({ start: 0.3, end: 1.65, text: 'Hey, Travis Albritain here.' })
    expect(document.segments).to.have.length.below(400)
  })

  it('JSON and SubRip of the same episode have the same text, though pairs of segments share their times', () => {
    const json = texts(read('podcasting20_formats/buzzcast.json')).slice(0, 8)

    expect(json).to.deep.equal(texts(read('podcasting20_formats/buzzcast.srt')).slice(0, 8))
    expect(json[1]).to.equal('And Travis has already put together an outline.')
  })

  it('HTML with names and times as elements and unclosed markup is read', () => {
    const document = read('podcasting20_formats/buzzcast.html')

    expect(document.timed).to.equal(true)
    expect(document.segments.find(({ text }) => text.startsWith('You guys remember'))).to.include({
      start: 30,
      beginsParagraph: true,
    })
  })

  it('an article in Chinese is read from its HTML page', () => {
    const document = read('kaloh/a-generative-artist-journey-ft-ryan-bell.html')

    expect(document).to.include({ timed: false, language: 'zh-Hant' })
    expect(texts(document).slice(0, 2)).to.deep.equal(['我們還活著。', '你好，瑞安。'])
    expect(texts(document).join(' ')).to.not.match(/color-scheme|Spotify 原始連結|We're live/)
  })

  it('Markdown times that belong to another language’s text are not used', () => {
    expect(read('kaloh/curating-art-in-the-crypto-age-ft-kate-vass.zh-TW.md').timed).to.equal(false)
  })

  it('Japanese WebVTT that is cut inside words is read', () => {
    const document = read('nao_onsei_blog/ep1.vtt')

    expect(document.language).to.equal('ja')
    expect(document.segments[0]).to.include({
      start: 1,
      end: 7,
      text: '大抵の初回のポッドキャストって自己紹介から始まることが多いですよね。',
    })
  })

  it('a transcript in the YAML front matter of Markdown is read', () => {
    expect(texts(read('nao_onsei_blog/ep1.md'))).to.deep.equal(texts(read('nao_onsei_blog/ep1.vtt')))
  })

  it('WebVTT with voices and entities is read', () => {
    const document = read('podcasting20_formats/namespace_example.vtt')

    expect(texts(document)).to.include(
      'Welcome to Podcasting Q&A, where you learn the best tips and strategies to launch, grow and monetize your podcast.',
    )
    expect(document.segments.filter(({ beginsParagraph }) => beginsParagraph)).to.have.length(1)
  })

  it('WebVTT with times of seconds alone is read', () => {
    expect(read('podcasting20_formats/podnews_daily_2024-01-25.vtt').segments[0]).to.include({
      start: 0.86,
      end: 7.38,
    })
  })

  it('WebVTT with speakers marked by dashes is read', () => {
    const document = read('talk_python_youtube/301-deploying-and-running-django-web-apps-in-2021.vtt')

    expect(document.segments.find(({ text }) => text === "Yeah, let's do it.")).to.include({
      beginsParagraph: true,
    })
  })

  it("plain text with a time before each line has nearly the times of the episode's captions", () => {
    const text = read('talk_python/096-exploring-awesome-python.txt')
    const captions = read('talk_python/096-exploring-awesome-python.vtt')

    expect(text.segments[0]?.text).to.equal(captions.segments[0]?.text)
    expect(text.segments.at(-1)?.start).to.be.closeTo(captions.segments.at(-1)?.start as number, 3)
  })
})

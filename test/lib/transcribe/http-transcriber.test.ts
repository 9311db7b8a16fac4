import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { createSafeFetch, type SafeFetch } from '../../../lib/safe-fetch.js'
import { measureSeconds } from '../../../lib/transcribe/audio/measure.js'
import { cutMpeg } from '../../../lib/transcribe/http/cut.js'
import {
  type HttpTranscriberOptions,
  httpTranscriber,
} from '../../../lib/transcribe/http/http-transcriber.js'
import {
  type AudioSource,
  TranscribeFault,
  type TranscribeHints,
} from '../../../lib/transcribe/transcriber.js'
import { convert, noFfmpeg, tone, writeWav } from '../../support/audio.js'
import { anOpenAiServer, type OpenAiServer } from '../../support/openai-server.js'
import { until } from '../../support/until.js'

describe('recognition by an OpenAI-compatible server', function () {
  // Files are cut by a process of the lowest priority.
  this.timeout(120_000)
  const folder = mkdtempSync(join(tmpdir(), 'overheard-http-'))
  const at = (name: string) => join(folder, name)
  let server: OpenAiServer
  let safeFetch: SafeFetch

  before(() => writeWav(at('long.wav'), tone(30)))
  after(() => rmSync(folder, { recursive: true, force: true }))

  beforeEach(async () => {
    writeWav(at('short.wav'), tone(2))
    server = await anOpenAiServer()
    safeFetch = createSafeFetch()
  })

  afterEach(async () => {
    await safeFetch.close()
    await server.close()
  })

  function transcribe(
    name: string,
    hints: Partial<TranscribeHints & HttpTranscriberOptions & AudioSource> = {},
  ) {
    const transcriber = httpTranscriber({
      server: { url: server.url, key: 'sesame', model: 'whisper-large' },
      safeFetch,
      workFolder: at('work'),
      mostUploadBytes: hints.mostUploadBytes,
    })
    const audio = { path: at(name), checkpoint: hints.checkpoint, pieces: hints.pieces }
    return transcriber.transcribe(audio, { signal: new AbortController().signal, ...hints })
  }

  async function faultOf(work: Promise<unknown>): Promise<TranscribeFault> {
    const error = await work.then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(error).to.be.instanceOf(TranscribeFault)
    return error as TranscribeFault
  }

  it('the request has file, model, key, language and keywords, and asks for times', async () => {
    await transcribe('short.wav', { language: 'en-GB', keywords: ['Overheard', 'node.js', 'Overheard'] })

    const [request] = server.requests
    expect(request!.path).to.equal('/v1/audio/transcriptions')
    expect(request!.headers.authorization).to.equal('Bearer sesame')
    expect(request!.fields).to.deep.equal({
      model: 'whisper-large',
      language: 'en',
      prompt: 'Overheard, node.js',
      response_format: 'verbose_json',
      'timestamp_granularities[]': 'segment',
    })
    expect(request!.file.name).to.equal('episode.wav')
    expect(request!.file.bytes.equals(readFileSync(at('short.wav')))).to.equal(true)
  })

  it('the file name of the request follows the content', async function () {
    if (noFfmpeg) return this.skip()
    convert(at('short.wav'), at('short.flac'))
    renameSync(at('short.flac'), at('episode.audio'))

    await transcribe('episode.audio')

    expect(server.requests[0]!.file.name).to.equal('episode.flac')
  })

  it('the result has cues with times, a language tag and the measured length', async () => {
    const heard = await transcribe('short.wav')

    expect(heard).to.deep.equal({
      language: 'en',
      durationSeconds: 2,
      timed: true,
      cues: [{ start: 0, end: 2, text: 'Hello there.' }],
    })
  })

  it('keywords beyond the length of the hint are left out', async () => {
    const keywords = Array.from({ length: 200 }, (_, at) => `keyword number ${at}`)

    await transcribe('short.wav', { keywords })

    expect(server.requests[0]!.fields.prompt!.length).to.be.within(600, 700)
  })

  it('times are read as text, clock times and pairs, and unreadable segments are dropped', async () => {
    server.answerWith({
      text: 'One. Two. Three.',
      language: 'de',
      duration: '6.5',
      segments: [
        { start: '0.5', end: '1.5', text: 'One.' },
        { start: '00:00:02,000', end: '00:00:03.250', text: 'Two.' },
        { timestamp: [4, 5], text: 'Three.' },
        { start: null, end: 'never', text: 'Lost.' },
        'nothing',
        { start: 5, end: 6, text: 'Thanks for watching!', no_speech_prob: 0.9, avg_logprob: -1.4 },
      ],
    })

    const heard = await transcribe('short.wav')

    expect(heard.cues).to.deep.equal([
      { start: 0.5, end: 1.5, text: 'One.' },
      { start: 2, end: 3.25, text: 'Two.' },
      { start: 4, end: 5, text: 'Three.' },
    ])
    expect(heard.language).to.equal('de')
    expect(heard.durationSeconds).to.equal(6.5)
  })

  it('a segment whose time a server computed inexactly is kept', async () => {
    server.answerWith({
      text: 'One. Two. Three.',
      segments: [
        { start: -0.02, end: 1, text: 'One.' },
        { start: 4e-7, end: 2.5, text: 'Two.' },
        { start: '3.4399999999999995', end: '4.0', text: 'Three.' },
      ],
    })

    const heard = await transcribe('short.wav')

    expect(heard.cues).to.deep.equal([
      { start: 0, end: 1, text: 'One.' },
      { start: 4e-7, end: 2.5, text: 'Two.' },
      { start: 3.4399999999999995, end: 4, text: 'Three.' },
    ])
  })

  it('a text without times is untimed, and its length is measured', async () => {
    server.answerWith({ text: 'Only words.' })

    const heard = await transcribe('short.wav')

    expect(heard).to.deep.equal({
      language: '',
      durationSeconds: 2,
      timed: false,
      cues: [{ start: 0, end: 2, text: 'Only words.' }],
    })
  })

  it('a crafted MP3 file is measured in time that grows with its length', async () => {
    const frame = Buffer.alloc(417)
    frame.set([0xff, 0xfb, 0x90, 0x64])
    writeFileSync(at('sync.mp3'), Buffer.concat([frame, frame, Buffer.alloc(24_000_000, 0xff)]))
    server.answerWith({ text: 'Only words.' })

    const heard = await transcribe('sync.mp3')

    expect(heard.durationSeconds).to.be.closeTo((2 * 1152) / 44_100, 0.001)
  })

  it('an answer of the type text is read as text', async () => {
    server.answerWith((_, response) =>
      response.setHeader('content-type', 'text/plain; charset=utf-8').end('Just text.\n'),
    )

    const heard = await transcribe('short.wav')

    expect(heard.cues.map(({ text }) => text)).to.deep.equal(['Just text.'])
  })

  it('a web page or an error is not a transcript, whatever the status', async () => {
    for (const body of ['<!DOCTYPE html><p>Log in</p>', '{"error":{"message":"busy"}}', '{"text":', '[]']) {
      server.answerWith((_, response) => response.end(body))

      const fault = await faultOf(transcribe('short.wav'))

      expect(fault.reason, body).to.equal('unavailable')
    }
  })

  it('broken JSON is not a transcript', async () => {
    for (const type of [undefined, 'application/json', 'text/html', 'text/plainly']) {
      for (const body of ['not json', '"not an object"', '', 'null', '"text": "cut off"}']) {
        server.answerWith((_, response) => {
          if (type) response.setHeader('content-type', type)
          response.end(body)
        })

        const fault = await faultOf(transcribe('short.wav'))

        expect(fault.reason, `${type} ${body}`).to.equal('unavailable')
      }
    }
  })

  it('a server that finds no speech gives an empty transcript', async () => {
    server.answerWith({ text: '', segments: [], duration: 2 })

    const heard = await transcribe('short.wav')

    expect(heard.cues).to.deep.equal([])
    expect(heard.timed).to.equal(true)
  })

  it('the request is repeated without times if the model cannot give them', async () => {
    server.answerWith(({ fields }, response) => {
      if (fields.response_format === 'verbose_json')
        response.writeHead(400).end('{"error":{"message":"unsupported"}}')
      else response.end('{"text":"Fine."}')
    })

    const heard = await transcribe('short.wav')

    expect(heard.timed).to.equal(false)
    expect(server.requests).to.have.length(2)
    expect(server.requests[1]!.fields).to.not.have.property('timestamp_granularities[]')
  })

  it('a server that fails, refuses the key or is unreachable is retried later', async () => {
    for (const [status, body] of [
      [500, '{"error":{"message":"out of memory"}}'],
      [429, 'slow down'],
      [401, '{"detail":"wrong key"}'],
    ] as const) {
      server.answerWith((_, response) => response.writeHead(status).end(body))

      const fault = await faultOf(transcribe('short.wav'))

      expect(fault.reason).to.equal('unavailable')
      expect(fault.isPermanent).to.equal(false)
      expect(fault.message).to.contain(String(status))
    }
    expect((await faultOf(transcribe('short.wav'))).message).to.contain('wrong key')

    await server.close()
    const fault = await faultOf(transcribe('short.wav'))
    server = await anOpenAiServer()

    expect(fault.message).to.contain('connection refused')
  })

  it('a stop ends a running request at once', async () => {
    const abort = new AbortController()
    server.answerWith(() => abort.abort(new Error('stopped')))

    const error = await transcribe('short.wav', { signal: abort.signal }).catch((error: Error) => error)

    expect((error as Error).message).to.equal('stopped')
  })

  it('a file that is not audio is not sent', async () => {
    writeFileSync(at('page.mp3'), '<html><body>Not found</body></html>')

    const fault = await faultOf(transcribe('page.mp3'))

    expect(fault.reason).to.equal('bad_audio')
    expect(server.requests).to.have.length(0)
  })

  it('a file over the limit is cut into pieces, and their times are joined', async () => {
    const heard = await transcribe('long.wav', { mostUploadBytes: 400_000 })

    expect(server.requests.length).to.be.at.least(3)
    for (const { file } of server.requests) {
      expect(file.name).to.equal('episode.wav')
      expect(file.bytes.length).to.be.at.most(400_000)
    }
    expect(heard.durationSeconds).to.equal(30)
    expect(heard.cues).to.have.length(server.requests.length)
    expect(heard.cues[0]).to.deep.equal({ start: 0, end: 2, text: 'Hello there.' })
    expect(heard.cues[1]!.start).to.be.within(4, 12.5)
    expect(readdirSync(at('work'))).to.deep.equal([])
  })

  it('recognition by a server reports its progress', async () => {
    const progress: Array<[number, number]> = []

    await transcribe('long.wav', {
      mostUploadBytes: 400_000,
      onProgress: (done, total) => progress.push([done, total]),
    })

    expect(progress).to.have.length(server.requests.length)
    expect(progress.at(-1)).to.deep.equal([30, 30])
  })

  it('a server that gives no times is not asked for them again', async () => {
    server.answerWith(({ fields }, response) => {
      if (fields.response_format === 'verbose_json') response.writeHead(400).end()
      else response.end('{"text":"Hello there."}')
    })

    const heard = await transcribe('long.wav', { mostUploadBytes: 400_000 })

    expect(heard.timed).to.equal(false)
    expect(server.requests).to.have.length(heard.cues.length + 1)
  })

  it('pieces are removed, also those of a crash', async () => {
    const pieces = at('long.pieces')
    mkdirSync(pieces)
    writeFileSync(join(pieces, 'piece-9.wav'), 'left behind')
    const seen: string[][] = []
    server.answerWith((_, response) => {
      seen.push(readdirSync(pieces))
      response.end('{"text":"Hello there.","segments":[{"start":0,"end":1,"text":"Hello there."}]}')
    })

    await transcribe('long.wav', { mostUploadBytes: 400_000, pieces })

    expect(seen.flat()).to.not.contain('piece-9.wav')
    expect(seen[1]).to.not.contain('piece-0.wav')
    expect(existsSync(pieces)).to.equal(false)
  })

  it('no more than three pieces wait for a slow server', async () => {
    const pieces = at('slow.pieces')
    writeWav(at('slow.wav'), tone(120))
    const waiting: number[] = []
    server.answerWith(async (_, response) => {
      await until(() => readdirSync(pieces).length >= Math.min(3, 10 - server.requests.length))
      waiting.push(readdirSync(pieces).length)
      response.end('{"text":"Hello there."}')
    })

    const heard = await transcribe('slow.wav', { mostUploadBytes: 400_000, pieces })

    expect(heard.durationSeconds).to.equal(120)
    expect(Math.max(...waiting)).to.equal(3)
  })

  it('a stop between pieces ends recognition at once', async () => {
    const abort = new AbortController()
    server.answerWith((_, response) => {
      if (server.requests.length === 2) abort.abort(new Error('stopped'))
      else response.end('{"text":"Hello there."}')
    })

    const error = await transcribe('long.wav', { mostUploadBytes: 400_000, signal: abort.signal }).catch(
      (error: Error) => error,
    )

    expect((error as Error).message).to.equal('stopped')
    expect(server.requests).to.have.length(2)
    expect(readdirSync(at('work'))).to.deep.equal([])
  })

  it('smaller pieces are sent if the server finds a file too large', async () => {
    server.answerWith(({ file }, response) => {
      if (file.bytes.length > 300_000) response.writeHead(413).end()
      else response.end('{"text":"Small.","segments":[{"start":0,"end":1,"text":"Small."}]}')
    })

    const heard = await transcribe('long.wav')

    expect(heard.durationSeconds).to.equal(30)
    expect(heard.cues.length).to.be.at.least(4)
  })

  it('recognition fails if the server finds everything too large', async () => {
    server.answerWith((_, response) => response.writeHead(413).end())

    const fault = await faultOf(transcribe('long.wav'))

    expect(fault.reason).to.equal('failed')
  })

  it('a retry continues after the last finished piece', async () => {
    const checkpoint = at('long.done')
    let count = 0
    server.answerWith((_, response) => {
      count++
      if (count === 2) response.writeHead(500).end()
      else
        response.end(`{"text":"Piece ${count}.","segments":[{"start":0,"end":1,"text":"Piece ${count}."}]}`)
    })
    await faultOf(transcribe('long.wav', { mostUploadBytes: 400_000, checkpoint }))

    const heard = await transcribe('long.wav', { mostUploadBytes: 400_000, checkpoint })

    expect(heard.cues.map(({ text }) => text).slice(0, 2)).to.deep.equal(['Piece 1.', 'Piece 3.'])
    expect(heard.cues[1]!.start).to.be.greaterThan(1)
    expect(heard.durationSeconds).to.equal(30)
  })

  it('an MP3 file without a decoder is cut between frames', async function () {
    if (noFfmpeg) return this.skip()
    convert(at('long.wav'), at('long.mp3'), '-b:a', '64k')
    let seconds = 0
    const pieces: Array<{ path: string; startSeconds: number; seconds: number }> = []

    for await (const { content, ...place } of cutMpeg(
      { task: 'cut', path: at('long.mp3'), folder, pieceBytes: 100_000, fromSeconds: 0 },
      ({ doneSeconds }) => {
        seconds = doneSeconds
      },
    )) {
      pieces.push({ path: at(`${pieces.length}.mp3`), ...place })
      writeFileSync(pieces.at(-1)!.path, content[0]!)
    }

    expect(seconds).to.be.closeTo(30, 0.2)
    expect(pieces).to.have.length(3)
    for (const piece of pieces) expect(await measureSeconds(piece.path)).to.be.closeTo(piece.seconds, 0.001)
    expect(pieces[2]!.startSeconds + pieces[2]!.seconds).to.be.closeTo(seconds, 0.001)
  })
})

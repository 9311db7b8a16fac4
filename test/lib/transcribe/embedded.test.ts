import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect } from 'chai'
import { embeddedTranscriber } from '../../../lib/transcribe/embedded/embedded-transcriber.js'
import { installRecogniser } from '../../../lib/transcribe/embedded/install.js'
import { installationFolder } from '../../../lib/transcribe/embedded/installation.js'
import { TranscribeFault, type TranscribeHints } from '../../../lib/transcribe/transcriber.js'
import { transcriptOf } from '../../../lib/transcribe/transcript-of.js'
import { noEspeak, speak, tone, writeWav } from '../../support/audio.js'
import { installedRecogniser } from '../../support/recogniser.js'
import { until } from '../../support/until.js'

const SAID =
  'The water was calm this morning. You can find a map of the island in the notes for this episode.'

describe('the embedded recogniser', function () {
  this.timeout(120_000)
  const folder = mkdtempSync(join(tmpdir(), 'overheard-embedded-'))
  const at = (name: string) => join(folder, name)
  let installation: string

  before(async function () {
    const found = await installedRecogniser()
    if (noEspeak) console.log(`      left out: ${noEspeak}`)
    if (!found || noEspeak) return this.skip()
    installation = found
    speak(SAID, at('said.wav'))
  })

  after(() => rmSync(folder, { recursive: true, force: true }))

  const transcribe = (name: string, hints: Partial<TranscribeHints> & { checkpoint?: string } = {}) =>
    embeddedTranscriber(installation).transcribe(
      { path: at(name), checkpoint: hints.checkpoint },
      { signal: new AbortController().signal, ...hints },
    )

  async function faultOf(work: Promise<unknown>): Promise<TranscribeFault> {
    const error = await work.then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(error).to.be.instanceOf(TranscribeFault)
    return error as TranscribeFault
  }

  /** Length in seconds by the header of a mono file with 16-bit samples. */
  const lengthOf = (path: string) =>
    (readFileSync(path).length - 44) / 2 / readFileSync(path).readUInt32LE(24)

  it('a synthetic voice is transcribed with times and the measured length', async () => {
    const heard = await transcribe('said.wav')
    const { language, segments } = transcriptOf(heard)

    const text = segments.map((segment) => segment.text.toLowerCase()).join(' ')
    for (const word of ['water', 'morning', 'map', 'island', 'episode']) expect(text).to.contain(word)
    expect(language).to.equal('en')
    expect(heard.durationSeconds).to.be.closeTo(lengthOf(at('said.wav')), 0.01)
    expect(segments[0]!.start).to.be.below(0.5)
    expect(segments.at(-1)!.end).to.be.within(2, heard.durationSeconds! + 0.01)
  })

  it('a tone and silence give no words', async () => {
    writeWav(at('tone.wav'), Float32Array.from([...tone(3), ...new Float32Array(48_000)]))

    const heard = await transcribe('tone.wav', { language: 'en-GB' })

    expect(heard.cues).to.deep.equal([])
    expect(heard.durationSeconds).to.equal(6)
  })

  it('recognition continues where a crash interrupted it', async () => {
    const checkpoint = at('said.done')
    await transcribe('said.wav', { checkpoint })
    const [about, ...steps] = readFileSync(checkpoint, 'utf8').trim().split('\n')
    const until = JSON.parse(steps[0]!).until as number
    writeFileSync(
      checkpoint,
      `${about}\n${JSON.stringify({ until, cues: [{ start: 0, end: until, text: 'From before.' }] })}\n`,
    )
    appendFileSync(checkpoint, '{"until":')

    const heard = await transcribe('said.wav', { checkpoint })

    expect(heard.cues[0]!.text).to.equal('From before.')
    for (const cue of heard.cues.slice(1)) expect(cue.start).to.be.at.least(until)
    expect(heard.cues).to.have.length(steps.length)
    expect(heard.durationSeconds).to.be.closeTo(lengthOf(at('said.wav')), 0.01)
  })

  it('recognition reports its progress', async () => {
    const long = Array.from({ length: 12 }, () => tone(1))
    writeWav(at('long.wav'), Float32Array.from(long.flatMap((part) => [...part])))
    const progress: Array<[number, number]> = []

    await transcribe('long.wav', { onProgress: (done, total) => progress.push([done, total]) })

    expect(progress.length).to.be.at.least(1)
    expect(progress[0]![0]).to.be.within(10, 12)
    expect(progress[0]![1]).to.be.closeTo(12, 0.5)
  })

  it('only English is recognised', async () => {
    const fault = await faultOf(transcribe('said.wav', { language: 'de-DE' }))

    expect(fault.reason).to.equal('unsupported_language')
    expect(fault.message).to.contain('de-DE')
  })

  it('a file that is not audio is reported', async () => {
    writeFileSync(at('page.mp3'), '<html>not here</html>')

    expect((await faultOf(transcribe('page.mp3'))).reason).to.equal('bad_audio')
  })

  it('a stop ends the process of the recogniser', async () => {
    const abort = new AbortController()
    const work = transcribe('said.wav', { signal: abort.signal }).catch((error: Error) => error)
    abort.abort(new Error('stopped'))

    expect(((await work) as Error).message).to.equal('stopped')
  })

  it('a library that does not load is reported', async () => {
    const elsewhere = embeddedTranscriber(at('nowhere'))

    const fault = await faultOf(
      elsewhere.transcribe({ path: at('said.wav') }, { signal: new AbortController().signal }),
    )

    expect(fault.reason).to.equal('unavailable')
    expect(fault.message).to.contain('does not load')
  })

  it('the service survives a crash of the native library', async () => {
    const broken = at('broken/node_modules/sherpa-onnx-node')
    mkdirSync(broken, { recursive: true })
    writeFileSync(join(broken, 'index.js'), 'process.abort()')
    const crashing = embeddedTranscriber(at('broken'))

    const fault = await faultOf(
      crashing.transcribe({ path: at('said.wav') }, { signal: new AbortController().signal }),
    )

    expect(fault.reason).to.equal('failed')
    expect(fault.message).to.contain('SIGABRT')
  })

  it('a second installation does nothing, and a damaged one is repaired', async () => {
    const models = at('own-models')
    const own = installationFolder(models)
    cpSync(installation, own, { recursive: true })
    const steps: string[] = []
    await installRecogniser(models, { onStep: (step) => steps.push(step) })
    expect(steps).to.deep.equal(['the recogniser is installed already'])

    truncateSync(join(own, 'tokens.txt'), 100)
    await installRecogniser(models)

    expect(statSync(join(own, 'tokens.txt')).size).to.be.greaterThan(100)
    expect(readdirSync(models)).to.deep.equal([basename(own)])
  })

  it('an installation that is stopped leaves nothing behind', async () => {
    const models = at('stopped-models')
    mkdirSync(at('slow'))
    writeFileSync(
      at('slow/npm'),
      `#!/bin/sh
      trap 'sleep 0.3; mkdir late; touch ${at('ended')}; exit 1' TERM
      touch ${at('begun')}
      while :; do sleep 0.05; done`,
      { mode: 0o755 },
    )
    const path = process.env.PATH
    const abort = new AbortController()
    try {
      process.env.PATH = `${at('slow')}:${path}`
      const work = installRecogniser(models, { signal: abort.signal }).catch((error: Error) => error)
      await until(() => existsSync(at('begun')))
      abort.abort(new Error('stopped'))

      expect(((await work) as Error).message).to.equal('stopped')
      expect(existsSync(at('ended'))).to.equal(true)
      expect(readdirSync(models)).to.deep.equal([])
    } finally {
      process.env.PATH = path
    }
  })

  it('a failed installation is explained in one line', async () => {
    const script = `
      import { installRecogniser } from ${JSON.stringify(new URL('../../../lib/transcribe/embedded/install.js', import.meta.url).href)}
      await installRecogniser(process.argv[1]).catch((error) => console.log(error.reason, error.message))`
    const run = (env: NodeJS.ProcessEnv) =>
      execFileSync(process.execPath, ['--input-type=module', '-e', script, at('models')], {
        env,
        encoding: 'utf8',
      })

    expect(run({ PATH: '' })).to.contain('unavailable npm was not found')
    const offline = run({
      ...process.env,
      npm_config_registry: 'http://127.0.0.1:9/',
      npm_config_cache: at('cache'),
      npm_config_fetch_retries: '0',
    })
    expect(offline).to.match(/^unavailable npm could not fetch the packages: .*ECONNREFUSED/)
    // The user of a service may have no home folder for npm's cache.
    mkdirSync(at('bin'))
    writeFileSync(at('bin/npm'), '#!/bin/sh\nread -r line < .npmrc\necho "npm error $line" >&2; exit 1\n', {
      mode: 0o755,
    })
    expect(run({ PATH: at('bin') })).to.match(/: cache=.*\/models\/installing-\w+\/\.npm$/m)
  })
})

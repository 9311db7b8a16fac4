import { join } from 'node:path'
import { expect } from 'chai'
import { noEspeak, speak, tone, writeWav } from '../support/audio.js'
import { Cli } from '../support/cli.js'
import { anOpenAiServer, type OpenAiServer } from '../support/openai-server.js'
import { installedRecogniser, TEST_MODELS } from '../support/recogniser.js'

describe('the command: transcriber', function () {
  this.timeout(120_000)
  let cli: Cli
  let server: OpenAiServer

  beforeEach(async () => {
    server = await anOpenAiServer()
  })

  afterEach(async () => {
    await cli.close()
    await server.close()
  })

  it('transcriber test sends a file to the configured server', async () => {
    cli = new Cli({ OVERHEARD_TRANSCRIBER_URL: server.url, OVERHEARD_TRANSCRIBER_KEY: 'sesame' })
    const path = join(cli.folder, 'tone.wav')
    writeWav(path, tone(2))

    const result = await cli.json(['transcriber', 'test', path])

    expect(result).to.deep.include({
      language: 'en',
      duration_seconds: 2,
      segments: [{ start: 0, end: 2, text: 'Hello there.' }],
    })
    expect(result.speed).to.be.greaterThan(0)
    expect(server.requests[0]!.headers.authorization).to.equal('Bearer sesame')
  })

  it('the installed embedded recogniser transcribes a synthetic voice', async function () {
    cli = new Cli({ OVERHEARD_MODELS: TEST_MODELS })
    if (noEspeak || !(await installedRecogniser())) return this.skip()
    const path = speak('The water was calm this morning.', join(cli.folder, 'said.wav'))

    const installed = await cli.json(['transcriber', 'install'])
    const result = await cli.json(['transcriber', 'test', path])

    expect(installed.model).to.equal('moonshine-tiny-en')
    expect(installed.path.startsWith(TEST_MODELS)).to.equal(true)
    expect(result.language).to.equal('en')
    expect(result.segments[0].text.toLowerCase()).to.contain('water')
    expect(result.duration_seconds).to.be.within(1, 4)
  })

  it('transcriber says in one line what is missing', async () => {
    cli = new Cli({ OVERHEARD_TRANSCRIBER: 'embedded' })
    const path = join(cli.folder, 'tone.wav')
    writeWav(path, tone(1))

    const notInstalled = await cli.run(['transcriber', 'test', path, '--json'])
    const noFile = await cli.run(['transcriber', 'test', 'nowhere.mp3'])
    const usage = await cli.run(['transcriber', 'test'])

    expect([notInstalled.code, noFile.code, usage.code]).to.deep.equal([1, 1, 2])
    expect(notInstalled.stdout).to.equal('')
    expect(notInstalled.stderr).to.match(/^overheard: The embedded recogniser is not installed.*\n$/)
    expect(noFile.stderr).to.match(/^overheard: There is no file .*nowhere\.mp3\.\n$/)
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { createSafeFetch, type SafeFetch } from '../../../lib/safe-fetch.js'
import { modelsFolder } from '../../../lib/transcribe/folders.js'
import { selectTranscriber, type TranscriberConfig } from '../../../lib/transcribe/select-transcriber.js'
import { installedRecogniser, TEST_MODELS } from '../../support/recogniser.js'

const SERVER = { url: 'http://127.0.0.1:9', key: undefined, model: undefined }

describe('the choice of the recogniser', () => {
  const empty = mkdtempSync(join(tmpdir(), 'overheard-models-'))
  let safeFetch: SafeFetch

  before(() => {
    safeFetch = createSafeFetch()
  })

  after(async () => {
    await safeFetch.close()
    rmSync(empty, { recursive: true, force: true })
  })

  const choose = (config: Partial<TranscriberConfig>) =>
    selectTranscriber(
      {
        database: join(empty, 'overheard.db'),
        modelsFolder: empty,
        transcriber: undefined,
        transcriberServer: undefined,
        ...config,
      },
      safeFetch,
    )

  it('without configuration there is no recogniser and no warning', () => {
    expect(choose({})).to.deep.equal({})
  })

  it('a configured server is the recogniser', () => {
    expect(choose({ transcriberServer: SERVER }).transcriber).to.include({ name: 'http', model: 'whisper-1' })
    expect(
      choose({ transcriber: 'http', transcriberServer: { ...SERVER, model: 'large' } }).transcriber,
    ).to.include({
      model: 'large',
    })
  })

  it('a recogniser that is switched off is not used, whatever else is configured', () => {
    expect(
      choose({ transcriber: 'off', transcriberServer: SERVER, modelsFolder: TEST_MODELS }),
    ).to.deep.equal({})
  })

  it('an embedded recogniser that is not installed gives a warning', () => {
    const { transcriber, warning } = choose({ transcriber: 'embedded', transcriberServer: SERVER })

    expect(transcriber).to.equal(undefined)
    expect(warning).to.contain('transcriber install')
  })

  it('the embedded recogniser is used once it is installed', async function () {
    this.timeout(120_000)
    if (!(await installedRecogniser())) return this.skip()

    expect(choose({ modelsFolder: TEST_MODELS }).transcriber).to.include({ name: 'embedded' })
    expect(
      choose({ modelsFolder: TEST_MODELS, transcriber: 'embedded', transcriberServer: SERVER }).transcriber,
    ).to.include({
      name: 'embedded',
    })
    expect(choose({ modelsFolder: TEST_MODELS, transcriberServer: SERVER }).transcriber).to.include({
      name: 'http',
    })
  })

  it('the embedded recogniser is beside the database unless a folder is configured', () => {
    expect(modelsFolder({ database: '/srv/data/overheard.db', modelsFolder: undefined })).to.equal(
      '/srv/data/overheard-models',
    )
    expect(modelsFolder({ database: 'postgres://db/overheard', modelsFolder: '/opt/models' })).to.equal(
      '/opt/models',
    )
  })
})

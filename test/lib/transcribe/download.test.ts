import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { createSafeFetch, type SafeFetch } from '../../../lib/safe-fetch.js'
import {
  type DownloadOptions,
  discardAudio,
  downloadAudio,
  removeLeftovers,
} from '../../../lib/transcribe/download.js'
import { TranscribeFault } from '../../../lib/transcribe/transcriber.js'

const SOUND = Buffer.alloc(300_000, 'sound')

describe('downloading of audio', () => {
  let folder: string
  let server: Server
  let answer: RequestListener
  let requests: string[]
  let safeFetch: SafeFetch

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'overheard-download-'))
    requests = []
    answer = (_, response) => response.setHeader('content-type', 'audio/mpeg').end(SOUND)
    server = createServer((request, response) => {
      requests.push(request.url ?? '')
      answer(request, response)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    safeFetch = createSafeFetch({ allowedNetworks: ['127.0.0.0/8'] })
  })

  afterEach(async () => {
    await safeFetch.close()
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const download = (options: Partial<DownloadOptions> = {}, path = '/episode.mp3') =>
    downloadAudio(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
      safeFetch,
      folder: join(folder, 'work'),
      key: 'episode-1',
      signal: new AbortController().signal,
      ...options,
    })

  async function faultOf(work: Promise<unknown>): Promise<TranscribeFault> {
    const error = await work.then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(error).to.be.instanceOf(TranscribeFault)
    expect(readdirSync(join(folder, 'work'))).to.deep.equal([])
    return error as TranscribeFault
  }

  it('a download stores the file, and its removal deletes the checkpoint too', async () => {
    const audio = await download()

    expect(readFileSync(audio.path).equals(SOUND)).to.equal(true)
    writeFileSync(audio.checkpoint!, 'half done')
    await discardAudio({ folder: join(folder, 'work'), key: 'episode-1' })
    expect(readdirSync(join(folder, 'work'))).to.deep.equal([])
  })

  it('a file that was downloaded before a restart is not downloaded again', async () => {
    const first = await download()

    const second = await download()

    expect(second.path).to.equal(first.path)
    expect(requests).to.have.length(1)
  })

  it('a download follows the redirects of counting services', async () => {
    answer = (request, response) => {
      const step = Number(request.url!.slice(1)) || 0
      if (step === 6) response.end(SOUND)
      else response.writeHead(302, { location: `/${step + 1}` }).end()
    }

    const audio = await download({}, '/0')

    expect(existsSync(audio.path)).to.equal(true)
  })

  it('a failed server or a broken connection can be retried', async () => {
    answer = (_, response) => response.writeHead(503).end()
    expect((await faultOf(download())).message).to.contain('503')

    answer = (_, response) => {
      response.writeHead(200, { 'content-length': SOUND.length })
      response.write(SOUND.subarray(0, 1000), () => response.destroy())
    }
    const fault = await faultOf(download())

    expect(fault.reason).to.equal('unreachable_audio')
    expect(fault.isPermanent).to.equal(false)
  })

  it('a file over the limit is refused, whether its length is announced or not', async () => {
    expect((await faultOf(download({ mostBytes: 100_000 }))).reason).to.equal('too_large')

    answer = (_, response) => {
      const more = () => response.write(SOUND, more)
      more()
    }
    const fault = await faultOf(download({ mostBytes: 2_000_000 }))

    expect(fault.reason).to.equal('too_large')
    expect(fault.isPermanent).to.equal(true)
  })

  it('an endless stream is cut off and not retried', async () => {
    answer = (_, response) => {
      response.write(SOUND)
    }

    // Long enough for the first bytes to arrive on a busy machine.
    const fault = await faultOf(download({ timeoutMs: 2000 }))

    expect(fault.reason).to.equal('too_large')
  })

  it('a slow file with a known length is retried', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': SOUND.length })
      response.write(SOUND.subarray(0, 10))
    }

    expect((await faultOf(download({ timeoutMs: 300 }))).reason).to.equal('unreachable_audio')
  })

  it('a radio station is recognised by its headers', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'icy-name': 'Radio' })
      response.write(SOUND)
    }

    expect((await faultOf(download())).reason).to.equal('too_large')
  })

  it('audio is downloaded from public addresses only', async () => {
    const strict = createSafeFetch()

    const fault = await faultOf(download({ safeFetch: strict }))
    await strict.close()

    expect(fault.reason).to.equal('unreachable_audio')
    expect(requests).to.have.length(0)
  })

  it('a download stays inside its folder, whatever its key', async () => {
    const audio = await download({ key: '../../elsewhere' })

    expect(audio.path.startsWith(join(folder, 'work'))).to.equal(true)
    expect(readdirSync(folder)).to.deep.equal(['work'])
  })

  it('a stop ends a download', async () => {
    const abort = new AbortController()
    answer = (_, response) => {
      response.write(SOUND, () => abort.abort(new Error('stopped')))
    }

    const error = await download({ signal: abort.signal }).catch((error: Error) => error)

    expect((error as Error).message).to.equal('stopped')
    expect(readdirSync(join(folder, 'work'))).to.deep.equal([])
  })

  it('files of abandoned downloads are removed', async () => {
    const audio = await download()

    expect(await removeLeftovers(join(folder, 'work'), 1)).to.equal(0)
    expect(await removeLeftovers(join(folder, 'work'), Date.now() + 60_000)).to.equal(1)
    expect(existsSync(audio.path)).to.equal(false)
  })
})

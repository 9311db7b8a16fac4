import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSignInLink, signInLinkOf } from '../../lib/accounts/sign-in-link.js'
import { currentApp } from './app.js'
import type { Browser } from './browser.js'

const RATE = 8000
const HEADER_BYTES = 44

/** A WAV file of silence. */
function silence(seconds: number): Buffer {
  const samples = seconds * RATE
  const file = Buffer.alloc(HEADER_BYTES + samples, 128)
  file.write('RIFF', 0)
  file.writeUInt32LE(36 + samples, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(RATE, 24)
  file.writeUInt32LE(RATE, 28)
  file.writeUInt16LE(1, 32)
  file.writeUInt16LE(8, 34)
  file.write('data', 36)
  file.writeUInt32LE(samples, 40)
  return file
}

/** A host of audio, as publishers have them: `/audio/60`, `/moved/60`, `/no-ranges/60`, anything else is gone. */
export class AudioHost {
  readonly requests: string[] = []

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => this.answer(request, response))
  }

  static async start(): Promise<AudioHost> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new AudioHost(server)
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private answer({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
    this.requests.push(url)
    const [, kind, seconds = '60'] = url.split('/')
    if (kind === 'moved') return void response.writeHead(302, { location: `/audio/${seconds}` }).end()
    if (kind !== 'audio' && kind !== 'no-ranges') return void response.writeHead(404).end()
    const file = silence(Number(seconds))
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
    if (kind === 'no-ranges' || from === undefined) {
      const ranges = kind === 'no-ranges' ? 'none' : 'bytes'
      response.writeHead(200, {
        'content-type': 'audio/wav',
        'accept-ranges': ranges,
        'content-length': file.length,
      })
      return void response.end(file)
    }
    const start = Number(from)
    const end = to ? Number(to) : file.length - 1
    response.writeHead(206, {
      'content-type': 'audio/wav',
      'accept-ranges': 'bytes',
      'content-range': `bytes ${start}-${end}/${file.length}`,
      'content-length': end - start + 1,
    })
    response.end(file.subarray(start, end + 1))
  }
}

export const consoleUrl = (path = '') => `${currentApp().url}/console${path}`

/** Signs a browser in with a link, as `key create --link` prints it. */
export async function signInByLink(browser: Browser, key: string): Promise<void> {
  const { db, clock, services, url } = currentApp()
  const code = await createSignInLink(db, { key, ids: services.ids, now: clock.now() })
  await browser.open(signInLinkOf(url, code))
  await browser.sees(`document.querySelector('.search')`)
}

/** Opens a page of the console, signed in. */
export async function openSignedIn(browser: Browser, key: string, path: string): Promise<void> {
  await browser.open(consoleUrl('/sign-in'))
  await browser.evaluate(
    `sessionStorage.clear(), sessionStorage.setItem('overheard-key', ${JSON.stringify(key)})`,
  )
  await browser.open(consoleUrl(path))
  await browser.sees(`document.querySelector('.top')`)
}

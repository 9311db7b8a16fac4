import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSignInLink, signInLinkOf } from '../../lib/accounts/sign-in-link-store.js'
import { saveEpisode } from '../../lib/episodes/episode-store.js'
import { savePodcast } from '../../lib/podcasts/podcast-store.js'
import { transactionWithTexts } from '../../lib/transcripts/transcript-texts.js'
import type { Json } from './api.js'
import { currentApp } from './app.js'
import { Browser, type FakeAnswer, findBrowserOrSkip } from './browser.js'
import { aKey, aTeam, type TestTeam } from './factories.js'
import { saveTranscript } from './transcripts.js'

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

/** What the tests of the console work with. */
interface Stage {
  browser: Browser
  team: TestTeam
  /** A key of the team. */
  key: string
  audio: AudioHost
  /** Fails requests whose path ends so; `count` is 1 for the first of them. */
  failing(paths: Record<string, (count: number) => FakeAnswer | undefined>): Promise<void>
  /** Holds back the answer to the next request whose path ends so. @returns a function that lets it through */
  holding(path: string): Promise<() => void>
}

const MINUTE_MS = 60_000

/** A browser, a team and a key for every test; a host of audio for all. Without Chromium the tests are skipped. */
export function useStage(): Stage {
  let name: string
  const stage = {
    async failing(paths) {
      const counts: Record<string, number> = {}
      await stage.browser.answer(({ url }) => {
        const { pathname } = new URL(url)
        const path = Object.keys(paths).find((one) => pathname.endsWith(one))
        if (path === undefined) return undefined
        counts[path] = (counts[path] ?? 0) + 1
        return paths[path]!(counts[path]!)
      })
    },
    async holding(path) {
      let isHeld = false
      let release = () => {}
      const released = new Promise<undefined>((resolve) => {
        release = () => resolve(undefined)
      })
      await stage.browser.answer(({ url }) => {
        if (isHeld || !new URL(url).pathname.endsWith(path)) return undefined
        isHeld = true
        return released
      })
      return release
    },
  } as Stage

  before(async function () {
    name = findBrowserOrSkip(this)
    stage.audio = await AudioHost.start()
  })
  after(() => stage.audio?.close())

  beforeEach(async () => {
    stage.browser = await Browser.start(name)
    await stage.browser.show(1280, 900)
    stage.team = await aTeam()
    stage.key = (await aKey({ team: stage.team })).value
  })
  afterEach(async () => {
    await stage.browser.close()
    stage.audio.requests.length = 0
    // The next test has the requests of a new minute.
    currentApp().clock.advance(MINUTE_MS)
  })
  return stage
}

/** A refusal as the server words it. */
export const refusal = (status: number, error: Json, headers?: Record<string, string>): FakeAnswer => ({
  status,
  headers,
  body: { error: { message: 'refused', ...error } },
})

export const consoleUrl = (path = '') => `${currentApp().url}/console${path}`

/** Signs a browser in with a link, as `key create --link` prints it. */
export async function signInByLink(browser: Browser, key: string): Promise<void> {
  const { db, clock, services } = currentApp()
  const code = await createSignInLink(db, { key, ids: services.ids, now: clock.now() })
  await browser.open(signInLinkOf(services.publicAddress.baseUrl, code))
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

const SENTENCE_SECONDS = 5
const SAID = [
  'Welcome to the show about warm houses.',
  'Today we ask what a heat pump costs.',
  'Nobody in this street had seen one.',
  'The radiators are the trouble.',
  'In winter the heat pump is as loud as a fridge.',
  'That is all for today.',
]
export const HOSTILE = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'

export interface Published {
  title?: string
  podcastTitle?: string
  says?: readonly string[]
  audioUrl?: string
  /** As it was measured when it was transcribed. */
  measuredSeconds?: number
}

/** An episode of a new podcast, with a transcript. */
export async function publishEpisode(given: Published = {}): Promise<{ uuid: string; podcastUuid: string }> {
  const { db, clock, services } = currentApp()
  const now = clock.now()
  const { documents, ids } = services
  const feedUrl = `https://feeds.example.org/${ids.uuid()}.xml`
  const podcast = await savePodcast(
    db,
    { feedUrl, title: given.podcastTitle ?? 'Warm Rooms', description: HOSTILE },
    { uuid: ids.uuid(), now },
  )
  const episode = await transactionWithTexts(db, documents, (db, texts) =>
    saveEpisode(
      db,
      {
        podcastId: podcast.id,
        guid: ids.uuid(),
        title: given.title ?? 'Old houses',
        publishedAt: now - 3_600_000,
        audioUrl: given.audioUrl ?? 'https://audio.example.org/1.mp3',
        description: HOSTILE,
      },
      { uuid: ids.uuid(), now, texts },
    ),
  )
  const segments = (given.says ?? SAID).map((text, index) => ({
    text,
    start: index * SENTENCE_SECONDS,
    end: (index + 1) * SENTENCE_SECONDS,
  }))
  const document = {
    language: 'en',
    durationSeconds: given.measuredSeconds ?? 30,
    timed: true,
    segments,
  }
  await saveTranscript(db, { episode, document, documents, source: 'import', now })
  return { uuid: episode.uuid, podcastUuid: podcast.uuid }
}

/** Presses a button or link by what it says. */
export async function pressLabel(browser: Browser, label: string): Promise<void> {
  const words = JSON.stringify(label)
  await browser.sees(
    `(() => {
      const found = [...document.querySelectorAll('button, a')].find(
        (one) => one.checkVisibility() && (one.innerText.trim() === ${words} || one.ariaLabel === ${words}))
      found?.scrollIntoView({ block: 'center', behavior: 'instant' })
      found?.focus()
      return found && document.activeElement === found
    })()`,
  )
  await browser.press('Enter')
}

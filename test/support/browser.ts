import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import axe from 'axe-core'
import type { Json } from './api.js'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The name of a Chromium that is installed here. */
function findBrowser(): string | undefined {
  return NAMES.find((name) => spawnSync(name, ['--version']).status === 0)
}

/** For a `before`: the name of a Chromium. Without one, says so and skips the tests. */
export function findBrowserOrSkip(context: Mocha.Context): string {
  const name = findBrowser()
  if (name === undefined) console.log('      Not tested in a browser: Chromium is not installed')
  return name ?? context.skip()
}

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--remote-debugging-pipe',
]

/** Chromium with one page, driven over its own protocol: messages on two pipes, each ended by a NUL. */
export class Browser {
  /** Addresses that the page asked for. */
  readonly requested: string[] = []
  /** Errors on the console, exceptions, and what the security policy refused. */
  readonly complaints: string[] = []
  private readonly waiting = new Map<number, { resolve(value: Json): void; reject(error: Error): void }>()
  private nextId = 1
  private session: string | undefined
  private rest = ''

  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {
    const output = child.stdio[4] as Readable
    output.setEncoding('utf8').on('data', (text: string) => this.read(text))
  }

  static async start(name: string): Promise<Browser> {
    const folder = mkdtempSync(join(tmpdir(), 'overheard-browser-'))
    const child = spawn(name, [...FLAGS, `--user-data-dir=${folder}`, '--window-size=1280,1600'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    })
    const browser = new Browser(child, folder)
    const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' })
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true })
    browser.session = sessionId
    for (const domain of ['Page', 'Runtime', 'Network', 'Log']) await browser.send(`${domain}.enable`)
    return browser
  }

  async open(url: string): Promise<void> {
    await this.send('Page.navigate', { url })
  }

  /** The value of an expression in the page; promises are waited for. */
  async evaluate<T>(expression: string): Promise<T> {
    const answer = await this.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.exception?.description)
    return answer.result.value
  }

  /** Shows pages in a window of this size, in light or in dark. */
  async show(width: number, height: number, scheme: 'light' | 'dark' = 'light'): Promise<void> {
    const features = [{ name: 'prefers-color-scheme', value: scheme }]
    await this.send('Emulation.setEmulatedMedia', { features })
    const metrics = { width, height, deviceScaleFactor: 1, mobile: false }
    await this.send('Emulation.setDeviceMetricsOverride', metrics)
  }

  /** Ids of the rules of axe-core that the page breaks. `exclude` names parts that are not ours. */
  async accessibilityFaults(exclude: readonly string[] = []): Promise<string[]> {
    await this.evaluate(axe.source)
    const context = JSON.stringify({ exclude: exclude.map((selector) => [selector]) })
    return this.evaluate(
      `axe.run(${context}).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html)))`,
    )
  }

  /** What the page looks like, as PNG. */
  async picture(): Promise<Buffer> {
    return Buffer.from((await this.send('Page.captureScreenshot')).data, 'base64')
  }

  async close(): Promise<void> {
    const closed = once(this.child, 'close')
    this.session = undefined
    void this.send('Browser.close').catch(() => undefined)
    await closed
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 })
  }

  private send(method: string, params: object = {}): Promise<Json> {
    const id = this.nextId++
    const input = this.child.stdio[3] as Writable
    input.write(`${JSON.stringify({ id, method, params, sessionId: this.session })}\0`)
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }))
  }

  private read(text: string): void {
    const messages = (this.rest + text).split('\0')
    this.rest = messages.pop()!
    for (const message of messages) this.take(JSON.parse(message))
  }

  private take({ id, method, params, result, error }: Json): void {
    const call = this.waiting.get(id)
    this.waiting.delete(id)
    if (error) call?.reject(new Error(error.message))
    else call?.resolve(result)
    if (method === 'Network.requestWillBeSent') this.requested.push(params.request.url)
    if (method === 'Runtime.exceptionThrown') this.complaints.push(params.exceptionDetails.text)
    if (method === 'Log.entryAdded' && params.entry.level === 'error') this.complaints.push(params.entry.text)
    if (method === 'Runtime.consoleAPICalled' && ['error', 'assert'].includes(params.type))
      this.complaints.push(JSON.stringify(params.args.map((arg: Json) => arg.value ?? arg.description)))
  }
}

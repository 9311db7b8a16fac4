import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import axe from 'axe-core'
import type { Json } from './api.js'
import { until } from './until.js'

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
  '--autoplay-policy=no-user-gesture-required',
]

/** What a page sends, as `Fetch.requestPaused` tells it. */
export interface PausedRequest {
  url: string
  method: string
}

/** What a test answers in the server's place. */
export interface FakeAnswer {
  status: number
  headers?: Record<string, string>
  /** A string is sent as it is, anything else as JSON. */
  body: unknown
}

/** Undefined lets the request through; a promise holds it back. */
type AnswerInstead = (request: PausedRequest) => FakeAnswer | undefined | Promise<FakeAnswer | undefined>

/** Codes of keys that are no letters. */
const KEYS: Record<string, { code: string; keyCode: number; text?: string }> = {
  Enter: { code: 'Enter', keyCode: 13, text: '\r' },
  Escape: { code: 'Escape', keyCode: 27 },
  Tab: { code: 'Tab', keyCode: 9 },
  ' ': { code: 'Space', keyCode: 32, text: ' ' },
}

/** Chromium with one page, driven over its own protocol: messages on two pipes, each ended by a NUL. */
export class Browser {
  /** Addresses that the page asked for. */
  readonly requested: string[] = []
  /** Errors on the console, exceptions, and what the security policy refused. */
  readonly complaints: string[] = []
  private readonly waiting = new Map<number, { resolve(value: Json): void; reject(error: Error): void }>()
  private nextId = 1
  private session: string | undefined
  private answerInstead: AnswerInstead | undefined
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

  /** Shows pages in a window of this size, in light or in dark, with further preferences of the person. */
  async show(
    width: number,
    height: number,
    scheme: 'light' | 'dark' = 'light',
    preferences: { 'forced-colors'?: 'active'; 'prefers-reduced-motion'?: 'reduce' } = {},
  ): Promise<void> {
    const media = { 'prefers-color-scheme': scheme, ...preferences }
    const features = Object.entries(media).map(([name, value]) => ({ name, value }))
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

  /** The name by which a screen reader calls an element. */
  async nameOf(expression: string): Promise<string> {
    const { result } = await this.send('Runtime.evaluate', { expression })
    const { objectId } = result
    const { nodes } = await this.send('Accessibility.getPartialAXTree', { objectId, fetchRelatives: false })
    return nodes[0].name.value
  }

  /** Waits until an expression is true in the page; fails with the text of the page. */
  async sees(expression: string): Promise<void> {
    const holds = () => this.evaluate<boolean>(`Boolean(${expression})`).catch(() => false)
    try {
      await until(holds, 15_000)
    } catch {
      const text = await this.evaluate<string>('document.body.innerText').catch(() => '')
      throw new Error(`the page never had: ${expression}\nits text: ${text.slice(0, 1500)}`)
    }
  }

  /** Waits until the page shows a text. */
  shows(text: string): Promise<void> {
    return this.sees(`document.body.innerText.includes(${JSON.stringify(text)})`)
  }

  /** Presses a key as a person does: the page cannot tell the difference. */
  async press(key: string, { shift = false } = {}): Promise<void> {
    const { code, keyCode, text } = KEYS[key] ?? { code: '', keyCode: key.charCodeAt(0), text: key }
    const event = { key, code, windowsVirtualKeyCode: keyCode, modifiers: shift ? 8 : 0 }
    await this.send('Input.dispatchKeyEvent', { ...event, type: text ? 'keyDown' : 'rawKeyDown', text })
    await this.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' })
  }

  /** Types where the focus is. */
  async type(text: string): Promise<void> {
    await this.send('Input.insertText', { text })
  }

  /** Presses the mouse on the first element that fits, once there is one. */
  async click(selector: string): Promise<void> {
    const find = `document.querySelector(${JSON.stringify(selector)})`
    await this.sees(find)
    const { x, y } = await this.evaluate<{ x: number; y: number }>(`(() => {
      const element = ${find}
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { x, y, width, height } = element.getBoundingClientRect()
      return { x: x + width / 2, y: y + height / 2 }
    })()`)
    const event = { x, y, button: 'left', clickCount: 1 }
    await this.send('Input.dispatchMouseEvent', { ...event, type: 'mousePressed' })
    await this.send('Input.dispatchMouseEvent', { ...event, type: 'mouseReleased' })
  }

  /** Turns the wheel of the mouse. */
  async turnWheel(deltaY: number): Promise<void> {
    await this.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x: 300, y: 300, deltaX: 0, deltaY })
  }

  /** Answers some requests in the server's place. */
  async answer(instead: AnswerInstead): Promise<void> {
    this.answerInstead = instead
    await this.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
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

  /** Nothing is left to answer where the page has aborted the request meanwhile. */
  private async settle({ requestId, request }: Json): Promise<void> {
    const answer = await this.answerInstead?.(request)
    if (!answer) return void this.send('Fetch.continueRequest', { requestId }).catch(() => undefined)
    const headers = { 'content-type': 'application/json', ...answer.headers }
    const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    const responseHeaders = Object.entries(headers).map(([name, value]) => ({ name, value }))
    await this.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: answer.status,
      responseHeaders,
      body: Buffer.from(body).toString('base64'),
    }).catch(() => undefined)
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
    if (method === 'Fetch.requestPaused') void this.settle(params)
    if (method === 'Network.requestWillBeSent') this.requested.push(params.request.url)
    if (method === 'Runtime.exceptionThrown') this.complaints.push(params.exceptionDetails.text)
    if (method === 'Log.entryAdded' && params.entry.level === 'error') this.complaints.push(params.entry.text)
    if (method === 'Runtime.consoleAPICalled' && ['error', 'assert'].includes(params.type))
      this.complaints.push(JSON.stringify(params.args.map((arg: Json) => arg.value ?? arg.description)))
  }
}

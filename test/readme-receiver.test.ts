import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { currentApp, useApp } from './support/app.js'
import { anAuthority } from './support/certificates.js'
import { aReceiver, type ReceivedRequest, type Receiver } from './support/https-receiver.js'
import { runJob } from './support/jobs.js'
import { aLastingPort } from './support/lasting-port.js'
import { aDelivery, aWebhook, deliveriesOf } from './support/webhooks.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const authority = anAuthority()

/** The receiver that lib/webhooks/README.md shows for Node. */
function snippet(): string | undefined {
  const readme = join(root, 'lib/webhooks/README.md')
  const text = existsSync(readme) ? readFileSync(readme, 'utf8') : ''
  return /<!-- receiver-node -->\s*```js\n([\s\S]*?)```/.exec(text)?.[1]
}

describe('The receiver in the webhook guide', () => {
  useApp({
    environment: { OVERHEARD_ALLOWED_NETWORKS: '127.0.0.0/8' },
    network: { ca: authority.ca },
    // It compares timestamps with its own clock.
    startsAt: 'now',
  })
  const folder = mkdtempSync(join(tmpdir(), 'overheard-readme-'))
  let child: ChildProcess | undefined
  let proxy: Receiver | undefined

  after(async () => {
    child?.kill('SIGKILL')
    await proxy?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** As a reverse proxy does: the bytes and headers as they came. */
  function forward(port: number, { method, path, headers, body }: ReceivedRequest): Promise<number> {
    return new Promise((resolve, reject) => {
      const request = httpRequest({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode!))
      })
      request.on('error', reject).end(body)
    })
  }

  it('the receiver in the webhook guide accepts a real delivery, and refuses it once a byte is changed', async function () {
    const code = snippet()
    if (code === undefined) this.skip()
    const port = await aLastingPort()
    proxy = await aReceiver(authority.issue())
    const statuses: number[] = []
    proxy.answerWith(async (request, response) => {
      statuses.push(await forward(port, { ...request, body: request.body.replace('Sample', 'Forged') }))
      statuses.push(await forward(port, request))
      response.writeHead(statuses[1]!).end()
    })
    const webhook = await aWebhook({ url: proxy.url() })
    writeFileSync(join(folder, 'receiver.mjs'), code)
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    child = spawn(process.execPath, ['receiver.mjs'], {
      cwd: folder,
      env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: webhook.secret },
    })
    let printed = ''
    child.stdout!.on('data', (chunk) => {
      printed += chunk
    })
    await untilItListens(port)
    await aDelivery(webhook)

    await runJob('deliver')
    while (printed === '') await new Promise((resolve) => setTimeout(resolve, 10))

    expect(statuses).to.deep.equal([401, 204])
    expect((await deliveriesOf(webhook))[0].status).to.equal('succeeded')
    expect(printed).to.match(/^Sample alert: /)
    expect(currentApp().log).to.deep.equal([])
  })

  async function untilItListens(port: number): Promise<void> {
    const knock = { method: 'POST', path: '/', headers: {}, body: '', receivedAt: 0 }
    while (!(await forward(port, knock).catch(() => undefined)))
      await new Promise((resolve) => setTimeout(resolve, 20))
  }
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { currentApp, useApp } from '../support/app.js'
import { anAuthority } from '../support/certificates.js'
import { aReceiver, type Receiver } from '../support/https-receiver.js'
import { aDelivery, aWebhook } from '../support/webhooks.js'

const SENDER = fileURLToPath(new URL('../support/sender-process.js', import.meta.url))
const KILLS = 20
const DELIVERIES = 60

const authority = anAuthority()

describe('a sender that is killed in the middle', function () {
  this.timeout(120_000)
  useApp({
    environment: { OVERHEARD_ALLOWED_NETWORKS: '127.0.0.0/8' },
    network: { ca: authority.ca },
    startsAt: 'now',
  })
  let receiver: Receiver
  let child: ChildProcess | undefined

  beforeEach(async () => {
    receiver = await aReceiver(authority.issue())
  })

  afterEach(async () => {
    child?.kill('SIGKILL')
    await receiver.close()
  })

  /** Node itself trusts the receiver's authority here, as it does for operators. */
  function startSender(): ChildProcess {
    const { folder, services } = currentApp()
    const ca = join(folder, 'ca.pem')
    writeFileSync(ca, authority.ca)
    return spawn(process.execPath, [SENDER], {
      stdio: 'inherit',
      env: {
        PATH: process.env.PATH,
        OVERHEARD_DATABASE: services.config.database,
        OVERHEARD_ALLOWED_NETWORKS: '127.0.0.0/8',
        NODE_EXTRA_CA_CERTS: ca,
      },
    })
  }

  /** What a dead sender had leased is free again after a minute; here that minute passes at once. */
  async function aMinutePasses(): Promise<void> {
    const { db } = currentApp()
    await db.transaction(async (db) => {
      await db.run("UPDATE deliveries SET due_at = due_at - 60000 WHERE status = 'pending'")
      await db.run('UPDATE webhooks SET next_due_at = next_due_at - 60000')
    })
  }

  it(`every match is delivered at least once with one id after ${KILLS} kills of the sender`, async () => {
    const webhook = await aWebhook({ url: receiver.url() })
    const ids = []
    for (let count = 0; count < DELIVERIES; count += 1) ids.push(await aDelivery(webhook))
    let sincePreviousKill = 0
    let killAt = 1
    let answered = true
    receiver.answerWith((_, response) => {
      sincePreviousKill += 1
      // At the killing request and after it: sometimes answered, so that only the record of it is missing.
      if (sincePreviousKill < killAt || answered) response.writeHead(204).end()
      if (sincePreviousKill === killAt) child?.kill('SIGKILL')
    })

    for (let kill = 0; kill < KILLS; kill += 1) {
      sincePreviousKill = 0
      killAt = 1 + (kill % 4)
      answered = kill % 2 === 0
      child = startSender()
      expect((await once(child, 'exit'))[1]).to.equal('SIGKILL')
      await aMinutePasses()
    }
    killAt = Number.POSITIVE_INFINITY
    child = startSender()
    const { db } = currentApp()
    const open = () => db.all("SELECT id FROM deliveries WHERE status <> 'succeeded'")
    while ((await open()).length > 0) await new Promise((resolve) => setTimeout(resolve, 50))

    const arrived = new Set(receiver.requests.map(({ headers }) => headers['webhook-id']))
    expect(arrived).to.deep.equal(new Set(ids))
    const bodies = new Map(
      receiver.requests.map(({ headers, body }) => [headers['webhook-id'], JSON.parse(body).data.id]),
    )
    expect(new Set(bodies.values()).size).to.equal(DELIVERIES)
    expect(receiver.requests.length).to.be.greaterThan(DELIVERIES)
  })
})

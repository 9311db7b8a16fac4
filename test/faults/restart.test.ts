import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { openDatabase } from '../../lib/db/open.js'
import type { Database } from '../../lib/db/types.js'
import { Api, type Json } from '../support/api.js'
import { anAuthority } from '../support/certificates.js'
import { Cli } from '../support/cli.js'
import { Cluster } from '../support/cluster.js'
import { expectEachOnce } from '../support/each-once.js'
import { describeOnPostgres } from '../support/engine.js'
import { aReceiver, type Receiver } from '../support/https-receiver.js'
import { findPostgres, PostgresServer } from '../support/postgres-server.js'
import { aReader } from '../support/readers.js'
import { until } from '../support/until.js'

const FEED = 'https://feeds.example.org/restarted.xml'
/** Matches that are under way when the server goes. */
const EPISODES = 40
/** An answer that takes longer counts as none. */
const HANGS_AFTER_MS = 20_000
/** A match lost half-way waits for the end of its lease. */
const LEASES_MS = 90_000

const authority = anAuthority()
const installation = findPostgres()

/** A caller that asks the same again and again. */
class Caller {
  readonly statuses: string[] = []
  private isOver = false

  constructor(
    private readonly key: string,
    private readonly url: string,
    private readonly init: RequestInit = {},
  ) {}

  get last(): string | undefined {
    return this.statuses.at(-1)
  }

  async ask(): Promise<void> {
    while (!this.isOver) {
      this.statuses.push(await this.once())
      await pause(150)
    }
  }

  stop(): void {
    this.isOver = true
  }

  private async once(): Promise<string> {
    const headers = { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' }
    const signal = AbortSignal.timeout(HANGS_AFTER_MS)
    try {
      const response = await fetch(this.url, { ...this.init, headers, signal })
      const { error } = (await response.json()) as Json
      const after = response.headers.get('retry-after')
      return error ? `${response.status} ${error.code} ${after}` : String(response.status)
    } catch (error) {
      return `no answer: ${(error as Error).message}`
    }
  }
}

const isGood = (status: string | undefined) => status === '200' || status?.startsWith('429') === true
const isAway = (status: string | undefined) =>
  /^503 (storage|search)_unavailable 5$/.test(status ?? '') === true

describeOnPostgres('PostgreSQL that is restarted under load', function () {
  this.timeout(300_000)
  let server: PostgresServer
  let db: Database
  let cli: Cli
  let cluster: Cluster
  let receiver: Receiver
  let api: Api
  let alert: string
  let secret: string
  let episodes = 0

  before(async function () {
    if (typeof installation === 'string') {
      console.log(`      not restarted: ${installation}`)
      return this.skip()
    }
    // Else an immediate stop forgets what was said to be committed.
    server = await PostgresServer.make(installation, { settings: ['synchronous_commit=on'] })
    receiver = await aReceiver(authority.issue())
    cli = new Cli({ OVERHEARD_DATABASE: server.url, OVERHEARD_ALLOWED_NETWORKS: '127.0.0.0/8' })
    const ca = join(cli.folder, 'ca.pem')
    writeFileSync(ca, authority.ca)
    Object.assign(cli.environment, { NODE_EXTRA_CA_CERTS: ca, OVERHEARD_ALERT_MATCHES_PER_DAY: '1000' })
    db = await openDatabase(server.url)
    cluster = new Cluster(cli)
    await cluster.start('server', 'worker')
    api = new Api(cluster.urls[0]!, (await aReader(db)).key)
    alert = (await api.post('/alerts', { name: 'Watch', keywords: ['teapot'] })).body.id
    secret = (await api.post('/webhooks', { url: receiver.url() })).body.secret
    await cli.json(['import', '-'], {
      input: JSON.stringify({ type: 'podcast', feed_url: FEED, title: 'Restarted' }),
    })
  })

  after(async () => {
    await db?.close()
    await cli?.close()
    await receiver?.close()
    await server?.remove()
  })

  async function importEpisodes(count: number): Promise<void> {
    const lines = Array.from({ length: count }, () => {
      const title = `Episode ${++episodes}`
      const segments = [{ start: 0, end: 5, text: 'A teapot.' }]
      const names = { type: 'episode', feed_url: FEED, guid: title, title }
      return JSON.stringify({ ...names, published_at: new Date().toISOString(), transcript: { segments } })
    })
    await cli.json(['import', '-'], { input: lines.join('\n') })
  }

  /** As many callers as there are ways to the database, and one that writes. */
  async function callers(): Promise<Caller[]> {
    const asked: Array<[string, RequestInit?]> = [
      ['/me'],
      ['/teams'],
      ['/episodes/search?scope=transcript&q=teapot'],
      ['/podcasts/search?q=restarted'],
    ]
    const made = await Promise.all(
      asked.map(async ([path]) => new Caller((await aReader(db)).key, `${api.url}/api/v1${path}`)),
    )
    const rename = { method: 'PATCH', body: JSON.stringify({ name: 'Renamed' }) }
    return [...made, new Caller(api.key!, `${api.url}/api/v1/alerts/${alert}`, rename)]
  }

  const delivered = () => new Set(receiver.requests.map(({ body }) => JSON.parse(body).data.episode.title))

  for (const shutdown of ['fast', 'immediate'] as const) {
    it(`is answered for with 503 and Retry-After, and all heals by itself (${shutdown} stop)`, async () => {
      const asking = await callers()
      const going = asking.map((caller) => caller.ask())
      await until(() => asking.every(({ last }) => isGood(last)))
      const before = receiver.requests.length
      // Some on their way to the receiver, some matched, some not yet.
      receiver.answerWith((_, response) => void setTimeout(() => response.writeHead(204).end(), 20))
      await importEpisodes(EPISODES)
      await receiver.received(before + 3)

      await server.stop(shutdown)
      await until(() => asking.every(({ last }) => isAway(last)))
      const [healthz, readyz] = [await fetch(`${api.url}/healthz`), await fetch(`${api.url}/readyz`)]
      await server.start()
      await until(() => asking.every(({ last }) => isGood(last)))
      for (const caller of asking) caller.stop()
      await Promise.all(going)

      const strange = asking
        .flatMap(({ statuses }) => statuses)
        .filter((status) => !isGood(status) && !isAway(status))
      expect(strange, 'answers').to.deep.equal([])
      expect([healthz.status, readyz.status]).to.deep.equal([200, 503])
      expect(cluster.deaths).to.deep.equal([])
      await until(async () => {
        const listening = "SELECT 1 AS one FROM pg_stat_activity WHERE query = 'LISTEN overheard'"
        return (await db.all(listening)).length === 1
      })
      await importEpisodes(1)
      await until(() => delivered().size === episodes, LEASES_MS)
    })
  }

  it('has lost and doubled nothing in the end', async () => {
    const settled = async () => {
      const open = await db.all("SELECT 1 AS one FROM deliveries WHERE status <> 'succeeded'")
      return open.length === 0
    }
    await until(settled, LEASES_MS)

    const expected = Array.from({ length: episodes }, (_, index) => `${alert} Episode ${index + 1}`)
    await expectEachOnce(db, { expected, requests: receiver.requests, secret })
    expect(await cluster.stop()).to.deep.equal([0, 0])
  })
})

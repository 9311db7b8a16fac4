import { expect } from 'chai'
import pg from 'pg'
import { openDatabase } from '../../lib/db/open.js'
import type { Database } from '../../lib/db/types.js'
import { Cli } from '../support/cli.js'
import { Cluster } from '../support/cluster.js'
import { describeOnPostgres } from '../support/engine.js'
import { findPostgres, PostgresServer } from '../support/postgres-server.js'
import { aReader } from '../support/readers.js'
import { until } from '../support/until.js'

const CONNECTIONS = 20
const AT_ONCE = 60
const installation = findPostgres()

describeOnPostgres('more processes than PostgreSQL has connections for', function () {
  this.timeout(120_000)
  let server: PostgresServer
  let db: Database
  let cli: Cli
  let cluster: Cluster
  let key: string

  before(async function () {
    if (typeof installation === 'string') {
      console.log(`      not tried: ${installation}`)
      return this.skip()
    }
    server = await PostgresServer.make(installation, { settings: [`max_connections=${CONNECTIONS}`] })
    db = await openDatabase(server.url)
    key = (await aReader(db)).key
    cli = new Cli({ OVERHEARD_DATABASE: server.url })
    cluster = new Cluster(cli)
    await cluster.start('server', 'server', 'worker')
  })
  after(async () => {
    await db?.close()
    await cli?.close()
    await server?.remove()
  })

  async function ask(url: string): Promise<string> {
    const signal = AbortSignal.timeout(20_000)
    const response = await fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${key}` }, signal })
    await response.arrayBuffer()
    return `${response.status} ${response.headers.get('retry-after')}`
  }
  const askAll = () =>
    Promise.all(cluster.urls.flatMap((url) => Array.from({ length: AT_ONCE }, () => ask(url))))

  /** Takes whatever connections are left. */
  async function takeTheRest(): Promise<pg.Client[]> {
    const taken: pg.Client[] = []
    for (;;) {
      const client = new pg.Client({ connectionString: server.url })
      client.on('error', () => undefined)
      const isMade = await client.connect().then(
        () => true,
        () => false,
      )
      if (!isMade) return taken
      taken.push(client)
    }
  }

  it('answer with 503 and Retry-After, do not end, and heal', async () => {
    const taken = await takeTheRest()

    const answers = new Set(await askAll())
    const refused = await cli.run(['serve'])
    await Promise.all(taken.map((client) => client.end()))

    expect(answers).to.include('503 5')
    expect(['200 null', '503 5']).to.include.members([...answers])
    expect(refused.code).to.equal(1)
    expect(refused.stderr).to.match(/^overheard: PostgreSQL cannot be reached: .*too many clients already\n$/)
    expect(cluster.deaths).to.deep.equal([])
    await until(async () => (await Promise.all(cluster.urls.map(ask))).every((answer) => answer !== '503 5'))
  })
})

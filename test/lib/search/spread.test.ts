import { expect } from 'chai'
import { openDatabase } from '../../../lib/db/open.js'
import type { Database, Db, Params } from '../../../lib/db/types.js'
import { distributeSearch } from '../../../lib/search/distribute.js'
import { searcherOf } from '../../../lib/search/engines.js'
import { ensureMonth } from '../../../lib/search/month-partitions.js'
import { parseQuery } from '../../../lib/search/query.js'
import { firstKeyOf, keyRanges } from '../../../lib/search/search-key.js'
import { citusUrl, describeOnCitus, dropOnCitus, makeOnCitus } from '../../support/citus.js'

const FROM = Date.parse('2026-11-01T00:00:00Z')
const TO = Date.parse('2026-12-01T00:00:00Z')
const MATCHES = 4200
const { dated } = keyRanges(FROM, TO)

const QUERIES = ['kiwi', '"kiwi fruit"', 'kiwi fruit', 'kiwi -seed', '"kiwi fruit" -seed', 'kiwi | seed']

/** The same database, that also notes what was asked of it. */
class Noting implements Db {
  readonly engine = 'postgres'
  readonly noted: Array<{ sql: string; params: Params }> = []
  constructor(private readonly db: Db) {}

  get<T>(sql: string, params: Params = {}) {
    this.noted.push({ sql, params })
    return this.db.get<T>(sql, params)
  }

  all<T>(sql: string, params: Params = {}) {
    this.noted.push({ sql, params })
    return this.db.all<T>(sql, params)
  }

  run = (sql: string, params?: Params) => this.db.run(sql, params)
  transaction = <T>(work: (db: Db) => Promise<T>) => this.db.transaction(work)
}

describeOnCitus('a search over nodes', () => {
  const name = `overheard_test_${process.pid}_ranked`
  let db: Database
  let whole: Record<string, number[]>

  async function found(): Promise<Record<string, number[]>> {
    const answers: Record<string, number[]> = {}
    for (const q of QUERIES) {
      const search = { query: parseQuery(q), scope: 'transcript' as const }
      answers[`best ${q}`] = await searcherOf(db).byRank(db, search, [dated], 1001)
      answers[`newest ${q}`] = await searcherOf(db).byTime(db, search, dated, 'desc', 30)
    }
    return answers
  }

  before(async () => {
    await makeOnCitus(name, false)
    db = await openDatabase(citusUrl(name))
    // More than are ranked; the oldest are the best, so that it shows where ranking ends.
    await db.transaction((db) => ensureMonth(db, firstKeyOf(FROM)))
    const rows = `FROM generate_series(1, ${MATCHES}) AS n`
    await db.run(
      `INSERT INTO transcript_index (key, podcast_id, words)
       SELECT ${firstKeyOf(FROM)} + n * 1024, n % 3,
              ('kiwi:' || CASE WHEN n <= 400 THEN '1A,2A' WHEN n % 11 = 0 THEN '1A' ELSE '1D' END
               || CASE WHEN n % 5 > 0 THEN ' fruit:1C' ELSE '' END || CASE WHEN n % 7 = 0 THEN ' seed:1B' ELSE '' END)::tsvector
         ${rows}`,
    )
    await db.run(
      `INSERT INTO transcript_parts (key, part, tokens)
       SELECT ${firstKeyOf(FROM)} + n * 1024, 0, CASE WHEN n % 5 > 1 THEN 'kiwi:1 fruit:2' ELSE 'fruit:1 kiwi:2' END::tsvector
         ${rows}`,
    )
    whole = await found()
    await distributeSearch(db, { nodes: 2 })
  })

  after(async () => {
    await db?.close()
    await dropOnCitus(name)
  })

  it('a distributed search ranks as before, also with more matches than are ranked', async () => {
    const spread = await found()

    for (const [question, keys] of Object.entries(whole)) {
      expect(keys, question).to.have.length.above(20)
      expect(spread[question], question).to.deep.equal(keys)
    }
  })

  it('a distributed search filters, ranks and limits on the nodes', async () => {
    const noting = new Noting(db)
    for (const q of QUERIES) {
      const search = { query: parseQuery(q), scope: 'transcript' as const, podcastId: 1 }
      await searcherOf(db).byRank(noting, search, [dated], 25)
      await searcherOf(db).byTime(noting, search, dated, 'desc', 25)
    }

    const searches = noting.noted.filter(({ sql }) => sql.includes('words @@'))
    expect(searches).to.have.length.above(QUERIES.length)
    for (const { sql, params } of searches) {
      const rows = await db.all<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${sql}`, params)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      // The ranking also counts the episodes with each word.
      expect(plan, sql).to.match(
        /Task Count: 8[\s\S]*-> {2}Task\n[\s\S]*-> {2}(Limit|Aggregate)[\s\S]*words @@/,
      )
      expect(plan, sql).not.to.include('Distributed Subplan')
      if (sql.includes('ts_rank')) expect(plan).to.match(/-> {2}Task\n[\s\S]*Sort Key: .*ts_rank/)
    }
  })
})

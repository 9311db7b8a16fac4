import type { Db, Params } from '../db/types.js'
import { type Partitions, partitionsWithin } from './month-partitions.js'
import { type Rank, rankByCounts, rankByLabels } from './postgres-ranking.js'
import { hasPhrase, type Term } from './query.js'
import { type KeyRange, withinRanges } from './search-key.js'
import type { EpisodeQuery, IndexHealth, PodcastIndexRow, Searcher, SearchScope } from './searcher.js'
import { isSpread } from './spread.js'
import { conditionOf } from './tsquery.js'

const TABLES: Record<SearchScope, { index: string; positions: string }> = {
  transcript: { index: 'transcript_index', positions: 'transcript_parts' },
  metadata: { index: 'episode_index', positions: 'episode_parts' },
}

/** A ranking reads the vocabulary of each match. If there are more matches, only the newest are ranked. */
const RANKED_AT_MOST = 4000

/** How long a check waits for nodes of Citus. The rest of the index may answer without them. */
const NODE_TIMEOUT_MS = 1500

export class PostgresSearcher implements Searcher {
  async byTime(
    db: Db,
    search: EpisodeQuery,
    range: KeyRange,
    direction: 'asc' | 'desc',
    limit = Number.MAX_SAFE_INTEGER,
  ): Promise<number[]> {
    if (range.from > range.to) return []
    const partitions = await partitionsWithin(db, TABLES[search.scope].index, [range])
    const found = episodesWithin(search, [range], partitions, direction)
    if (!found) return []
    return keysOf(db, `SELECT key FROM ${found.sql} ORDER BY key ${direction} LIMIT :limit`, {
      ...found.params,
      limit,
    })
  }

  async byRank(db: Db, search: EpisodeQuery, ranges: readonly KeyRange[], limit: number): Promise<number[]> {
    const partitions = await partitionsWithin(db, TABLES[search.scope].index, ranges)
    if (partitions.names.length === 0) return []
    const rank =
      search.scope === 'transcript'
        ? await rankByCounts(db, search.query, partitions.names)
        : rankByLabels(search.query)
    const found = episodesWithin(search, ranges, partitions, 'desc', rank.columns)
    if (!found) return []
    if (hasPhrase(search.query) && !found.areSpread) {
      const best = await bestOfCandidates(db, found, rank, limit)
      if (best.length === limit) return best
    }
    const ranked = found.areSpread
      ? await newestSpread(db, found)
      : {
          sql: `(SELECT * FROM ${found.sql} ORDER BY key DESC LIMIT ${RANKED_AT_MOST}) AS newest`,
          params: found.params,
        }
    return keysOf(db, `SELECT key FROM ${ranked.sql} ORDER BY ${rank.sql} DESC, key DESC LIMIT :limit`, {
      ...ranked.params,
      ...rank.params,
      limit,
    })
  }

  podcastsNamed(db: Db, { name }: Term): Promise<PodcastIndexRow[]> {
    // Folded names contain no wildcards.
    return db.all<PodcastIndexRow>(
      'SELECT key AS id, name, 0 AS score FROM podcast_names WHERE name LIKE :pattern',
      {
        pattern: `%${name}%`,
      },
    )
  }

  async podcastsDescribed(db: Db, term: Term): Promise<PodcastIndexRow[]> {
    const query = { branches: [{ required: [term], excluded: [] }] }
    const { indexed, exact, params } = conditionOf(query, 'podcast_parts')!
    const rank = rankByLabels(query)
    return db.all<PodcastIndexRow>(
      `SELECT key AS id, ${rank.sql} AS score
         FROM (SELECT key, words FROM podcast_index WHERE ${indexed} OFFSET 0) AS found WHERE ${exact}`,
      { ...params, ...rank.params },
    )
  }

  async check(db: Db): Promise<IndexHealth> {
    const { transcript, metadata } = TABLES
    const whole = [metadata.index, metadata.positions, 'podcast_index', 'podcast_parts', 'podcast_names']
    for (const table of whole) await readOne(db, table)
    try {
      // Read committed, because it only reads.
      await db.transaction(async (db) => {
        await db.run(`SET LOCAL statement_timeout = ${NODE_TIMEOUT_MS}`)
        for (const table of [transcript.index, transcript.positions]) await readOne(db, table)
      }, 'read committed')
      return 'whole'
    } catch (error) {
      if (!(await isSpread(db, transcript.index))) throw error
      return 'degraded'
    }
  }
}

const keysOf = async (db: Db, select: string, params: Params): Promise<number[]> =>
  (await db.all<{ key: number }>(select, params)).map(({ key }) => key)

async function readOne(db: Db, table: string): Promise<void> {
  await db.get(`SELECT key FROM ${table} LIMIT 1`)
}

/** A table expression with its condition: all matches. */
interface Found {
  sql: string
  params: Params
  /** Rows that the vocabularies let through: all matches, and more if the query has phrases. */
  candidates: string
  /** The part of the condition that vocabularies cannot decide. */
  exact: string
  areSpread: boolean
}

/**
 * Each month's index of words is read first and alone, because the planner underestimates the cost of reading a
 * vocabulary. `OFFSET 0` stops the planner from merging the steps. On Citus, OFFSET would send all rows to the
 * coordinator. There, `key + 0` keeps the planner from using the index of keys. The rows are sorted before phrases are
 * looked up, so that a page reads only as many positions as it needs.
 */
function episodesWithin(
  { query, scope, podcastId }: EpisodeQuery,
  ranges: readonly KeyRange[],
  { names, areSpread }: Partitions,
  direction: 'asc' | 'desc',
  ranked: readonly string[] = [],
): Found | undefined {
  const condition = conditionOf(query, TABLES[scope].positions)
  if (!condition || names.length === 0) return undefined
  const columns = ['key', ...new Set(['words', ...ranked])].join(', ')
  const fence = areSpread ? '' : 'OFFSET 0'
  const ofMonths = names.map(
    (month) => `(SELECT podcast_id, ${columns} FROM ${month} WHERE ${condition.indexed} ${fence})`,
  )
  const { isWithin, bounds } = withinRanges('key + 0', ranges)
  const ofPodcast = podcastId === undefined ? '' : 'AND podcast_id = :podcastId'
  const candidates = `(SELECT ${columns} FROM (${ofMonths.join(' UNION ALL ')}) AS months
    WHERE ${isWithin} ${ofPodcast} ORDER BY key ${direction} ${fence}) AS found`
  return {
    sql: `${candidates} WHERE ${condition.exact}`,
    candidates,
    exact: condition.exact,
    areSpread,
    params: {
      ...condition.params,
      ...(podcastId === undefined ? {} : { podcastId }),
      ...bounds,
    },
  }
}

/**
 * The newest matches over all nodes. Citus sends all rows to the coordinator if a subquery has a LIMIT. This asks for the
 * key of the 4,000th newest row instead, and selects from that key on: first of the candidates, and of the matches only
 * if there are so many candidates.
 */
async function newestSpread(
  db: Db,
  { sql, candidates, params }: Found,
): Promise<Pick<Found, 'sql' | 'params'>> {
  const last = async (from: string) =>
    (
      await db.get<{ key: number }>(
        `SELECT key FROM ${from} ORDER BY key DESC LIMIT 1 OFFSET ${RANKED_AT_MOST - 1}`,
        params,
      )
    )?.key
  const oldest = (await last(candidates)) === undefined ? undefined : await last(sql)
  if (oldest === undefined) return { sql, params }
  return { sql: `${sql} AND key + 0 >= :oldest`, params: { ...params, oldest } }
}

/**
 * The best rows of a query with phrases. The newest rows that contain the words are ranked first; then
 * phrases are checked in the order of the ranking until there are enough rows. Checking a phrase takes a
 * hundred times as long as ranking a row.
 */
async function bestOfCandidates(db: Db, found: Found, rank: Rank, limit: number): Promise<number[]> {
  const newest = `(SELECT * FROM ${found.candidates} ORDER BY key DESC LIMIT ${RANKED_AT_MOST}) AS newest`
  const ranked = `(SELECT *, ${rank.sql} AS rank FROM ${newest} ORDER BY rank DESC, key DESC OFFSET 0) AS found`
  return keysOf(
    db,
    `SELECT key FROM ${ranked} WHERE ${found.exact} ORDER BY rank DESC, key DESC LIMIT :limit`,
    { ...found.params, ...rank.params, limit },
  )
}

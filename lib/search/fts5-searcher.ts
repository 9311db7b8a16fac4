import type { Db, Params } from '../db/types.js'
import { matchExpression, phrase } from './fts5.js'
import { rankByPeaks } from './peak-ranking.js'
import type { Term } from './query.js'
import { recentFrom } from './recent.js'
import { isKeyFrom, type KeyRange, withinRanges } from './search-key.js'
import type { EpisodeQuery, IndexHealth, PodcastIndexRow, Searcher } from './searcher.js'

/** The weight of each column in bm25. Scope marks weigh nothing. */
const WEIGHTS: Record<string, string> = {
  transcript_index: '1.0, 0.0',
  transcript_index_recent: '1.0, 0.0',
  episode_index: '5.0, 1.0, 0.0',
}

/** The shortest text that a trigram index finds. */
const TRIGRAM = 3

export class Fts5Searcher implements Searcher {
  async byTime(
    db: Db,
    search: EpisodeQuery,
    range: KeyRange,
    direction: 'asc' | 'desc',
    limit = Number.MAX_SAFE_INTEGER,
  ): Promise<number[]> {
    const match = matchExpression(search.query, search.podcastId)
    if (match === undefined || range.from > range.to) return []
    const table = search.scope === 'transcript' ? 'transcript_index' : 'episode_index'
    const { isWithin, bounds } = withinRanges('rowid', [range])
    return keysOf(
      db,
      `SELECT rowid AS key FROM ${table} WHERE ${table} MATCH :match AND ${isWithin}
        ORDER BY rowid ${direction} LIMIT :limit`,
      { match, limit: BigInt(limit), ...bounds },
    )
  }

  async byRank(db: Db, search: EpisodeQuery, ranges: readonly KeyRange[], limit: number): Promise<number[]> {
    const match = matchExpression(search.query, search.podcastId)
    if (match === undefined || ranges.length === 0) return []
    const table = search.scope === 'metadata' ? 'episode_index' : await transcriptTableFor(db, ranges)
    const byPeaks = await rankByPeaks(db, search, ranges, {
      limit,
      onlyPhrases: table !== 'transcript_index',
    })
    if (byPeaks) return byPeaks
    const { isWithin, bounds } = withinRanges('rowid', ranges)
    return keysOf(
      db,
      `SELECT rowid AS key FROM ${table} WHERE ${table} MATCH :match AND ${isWithin}
        ORDER BY bm25(${table}, ${WEIGHTS[table]}), rowid DESC LIMIT :limit`,
      { match, limit: BigInt(limit), ...bounds },
    )
  }

  podcastsNamed(db: Db, { name }: Term): Promise<PodcastIndexRow[]> {
    const isLong = [...name].length >= TRIGRAM
    const found = isLong ? 'podcast_names MATCH :sought' : 'instr(name, :sought) > 0'
    return db.all<PodcastIndexRow>(`SELECT rowid AS id, name, 0 AS score FROM podcast_names WHERE ${found}`, {
      sought: isLong ? `"${name}"` : name,
    })
  }

  podcastsDescribed(db: Db, { tokens }: Term): Promise<PodcastIndexRow[]> {
    return db.all<PodcastIndexRow>(
      `SELECT rowid AS id, -bm25(podcast_index) AS score FROM podcast_index WHERE podcast_index MATCH :match`,
      { match: phrase(tokens) },
    )
  }

  async check(db: Db): Promise<IndexHealth> {
    for (const table of [...Object.keys(WEIGHTS), 'podcast_index', 'podcast_names']) {
      await db.get(`SELECT rowid FROM ${table} WHERE ${table} MATCH 'any' LIMIT 1`)
    }
    return 'whole'
  }
}

/** The keys that a statement selects, in its order. One row is much faster than a thousand. */
async function keysOf(db: Db, select: string, params: Params): Promise<number[]> {
  const row = await db.get<{ keys: string | null }>(
    `SELECT group_concat(key) AS keys FROM (${select})`,
    params,
  )
  return row?.keys ? row.keys.split(',').map(Number) : []
}

/** The recent index if it covers these ranges, otherwise the whole one. */
async function transcriptTableFor(db: Db, ranges: readonly KeyRange[]): Promise<string> {
  const from = await recentFrom(db)
  if (from === undefined) return 'transcript_index'
  const isRecent = ranges.every((range) => isKeyFrom(range.from, from))
  return isRecent ? 'transcript_index_recent' : 'transcript_index'
}

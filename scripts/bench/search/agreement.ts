import { DAY_MS } from '../../../lib/clock.js'
import type { Db } from '../../../lib/db/types.js'
import { saveEpisode } from '../../../lib/episodes/episode-store.js'
import { systemIds } from '../../../lib/ids.js'
import { savePodcast } from '../../../lib/podcasts/podcast-store.js'
import { searcherOf } from '../../../lib/search/engines.js'
import { tokensOf } from '../../../lib/search/fold.js'
import { matchExpression } from '../../../lib/search/fts5.js'
import { parseQuery } from '../../../lib/search/query.js'
import { type KeyRange, withinRanges } from '../../../lib/search/search-key.js'
import { IN_DATABASE } from '../../../lib/transcripts/document-storage.js'
import { transactionWithTexts } from '../../../lib/transcripts/transcript-texts.js'
import type { TranscriptDocument } from '../../../lib/transcripts/types.js'
import { saveTranscript } from '../../../test/support/transcripts.js'

const PAGE = 10
const FIRST = 25
const DAYS = 28

/** Stores transcripts, published within the last weeks; returns their texts. */
export async function storeRealTexts(
  db: Db,
  documents: readonly TranscriptDocument[],
  now: number,
): Promise<string[]> {
  const fields = { feedUrl: 'https://example.org/real.xml', title: 'Real' }
  const podcast = await savePodcast(db, fields, { uuid: systemIds.uuid(), now })
  const texts: string[] = []
  for (const document of documents) {
    const [uuid, publishedAt] = [systemIds.uuid(), now - (texts.length % DAYS) * DAY_MS]
    const episode = await transactionWithTexts(db, IN_DATABASE, (db, texts) =>
      saveEpisode(
        db,
        { podcastId: podcast.id, guid: uuid, title: 'Real', publishedAt },
        { uuid, now, texts },
      ),
    )
    await saveTranscript(db, { episode, document, source: 'import', now })
    texts.push(document.segments.map(({ text }) => text).join(' '))
  }
  return texts
}

/** Queries: words and phrases, from common to rare, that at least ten of the texts say; pairs of words; OR. */
export function queriesFor(texts: readonly string[], count = 100): string[] {
  const shares = new Map<string, number>()
  for (const text of texts) {
    const words = tokensOf(text)
    const said = new Set(words)
    for (const [index, word] of words.entries()) if (index > 0) said.add(`${words[index - 1]} ${word}`)
    for (const one of said) shares.set(one, (shares.get(one) ?? 0) + 1)
  }
  const often = [...shares]
    .filter(([, count]) => count >= PAGE)
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  const some = (isPhrase: boolean, count: number) => {
    const fitting = often.map(([said]) => `"${said}"`).filter((said) => said.includes(' ') === isPhrase)
    return Array.from({ length: count }, (_, index) => fitting[Math.floor((index / count) * fitting.length)]!)
  }
  const fifth = count / 5
  const words = some(false, 2 * fifth)
  const pairs = words.slice(0, fifth).map((word, index) => [word, words[(index * 7 + 3) % fifth]!] as const)
  return [
    ...words,
    ...some(true, fifth),
    ...pairs.map(([one, other]) => `${one} ${other}`),
    ...pairs.map(([one, other]) => `${one} | ${other}`),
  ]
}

/** How many of the first ten best matches of each query two databases have in common, where both find ten. */
export async function agreementOf(
  [one, other]: readonly [Db, Db],
  queries: readonly string[],
  range: KeyRange,
): Promise<number[]> {
  const counts: number[] = []
  for (const q of queries) {
    const search = { query: parseQuery(q), scope: 'transcript' as const }
    const firsts = await searcherOf(one).byRank(one, search, [range], PAGE)
    const others = await searcherOf(other).byRank(other, search, [range], PAGE)
    if (firsts.length === PAGE) counts.push(firsts.filter((key) => others.includes(key)).length)
  }
  return counts
}

/**
 * For each query, the share of the first 25 best matches that plain bm25 over all matches puts in the same place, or gives the
 * same rank.
 * @param table the index whose document frequencies and lengths bm25 takes
 */
export async function exactnessOf(
  db: Db,
  queries: readonly string[],
  { range, table }: { range: KeyRange; table: string },
): Promise<number[]> {
  const shares: number[] = []
  for (const q of queries) {
    const query = parseQuery(q)
    const found = await searcherOf(db).byRank(db, { query, scope: 'transcript' }, [range], FIRST)
    if (found.length === 0) continue
    const { isWithin, bounds } = withinRanges('rowid', [range])
    const plain = await db.all<{ key: number; rank: number }>(
      `SELECT rowid AS key, bm25(${table}, 1.0, 0.0) AS rank FROM ${table}
        WHERE ${table} MATCH :match AND ${isWithin} ORDER BY 2, 1 DESC`,
      { match: matchExpression(query)!, ...bounds },
    )
    const rankOf = new Map(plain.map(({ key, rank }) => [key, rank]))
    const same = found.filter((key, place) => Math.abs(rankOf.get(key)! - plain[place]!.rank) < 1e-9)
    shares.push(same.length / found.length)
  }
  return shares
}

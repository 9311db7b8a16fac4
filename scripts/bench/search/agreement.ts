import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '../../../lib/clock.js'
import type { Db } from '../../../lib/db/types.js'
import { saveEpisode } from '../../../lib/episodes/episode-store.js'
import { systemIds } from '../../../lib/ids.js'
import { savePodcast } from '../../../lib/podcasts/podcast-store.js'
import { searcherOf } from '../../../lib/search/engines.js'
import { tokensOf } from '../../../lib/search/fold.js'
import { parseQuery } from '../../../lib/search/query.js'
import type { KeyRange } from '../../../lib/search/search-key.js'
import { IN_DATABASE } from '../../../lib/transcripts/document-storage.js'
import { readTranscriptFile } from '../../../lib/transcripts/read-file.js'
import { saveTranscript } from '../../../lib/transcripts/save-transcript.js'
import { transactionWithTexts } from '../../../lib/transcripts/transcript-texts.js'
import type { TranscriptDocument } from '../../../lib/transcripts/types.js'

const PAGE = 10
/** Real transcripts, seen from the project's root. */
export const REAL_TEXTS = '../shared/data/transcripts'
const LARGEST_BYTES = 2_000_000
const DAYS = 28

/** Stores the transcripts of a folder, published within the last weeks; returns their texts. */
export async function storeRealTexts(db: Db, now: number): Promise<string[]> {
  const fields = { feedUrl: 'https://example.org/real.xml', title: 'Real' }
  const podcast = await savePodcast(db, fields, { uuid: systemIds.uuid(), now })
  const texts: string[] = []
  for (const document of realTranscripts()) {
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

function realTranscripts(): TranscriptDocument[] {
  if (!existsSync(REAL_TEXTS)) return []
  return readdirSync(REAL_TEXTS, { recursive: true, encoding: 'utf8' })
    .map((name) => join(REAL_TEXTS, name))
    .filter((path) => statSync(path).isFile() && statSync(path).size < LARGEST_BYTES)
    .sort()
    .flatMap((path) => {
      try {
        return [readTranscriptFile(readFileSync(path), { fileName: path })]
      } catch {
        return []
      }
    })
}

/** A hundred queries: words and phrases, from common to rare, that at least ten of the texts say; pairs of words; OR. */
export function queriesFor(texts: readonly string[]): string[] {
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
  const words = some(false, 40)
  const pairs = words.slice(0, 20).map((word, index) => [word, words[(index * 7 + 3) % 20]!] as const)
  return [
    ...words,
    ...some(true, 20),
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

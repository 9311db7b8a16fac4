import { join } from 'node:path'
import { measureBreadth } from '../../../lib/alerts/breadth.js'
import { DAY_MS } from '../../../lib/clock.js'
import { openDatabase } from '../../../lib/db/open.js'
import { saveEpisode } from '../../../lib/episodes/episode-store.js'
import { systemIds } from '../../../lib/ids.js'
import { savePodcast } from '../../../lib/podcasts/podcast-store.js'
import { IN_DATABASE } from '../../../lib/transcripts/document-storage.js'
import { transactionWithTexts } from '../../../lib/transcripts/transcript-texts.js'
import { saveTranscript } from '../../../test/support/transcripts.js'
import { corpus, nameOf, wordOfRank } from '../corpus.js'
import { ms, quantile } from '../support/numbers.js'

const EPISODES = 50_000
const WORDS = 8_000
const DAYS_HELD = 10
const NOW = Date.parse('2026-11-20T12:00:00Z')
const LIMIT = 50
const ROUNDS = 4

/** From phrases in nearly every episode to phrases in none. */
const KEYWORDS: string[][] = [
  [wordOfRank(0)],
  [wordOfRank(20), wordOfRank(30)],
  [`${wordOfRank(3)} ${wordOfRank(5)}`],
  [wordOfRank(200)],
  [wordOfRank(1_000)],
  [wordOfRank(5_000)],
  [nameOf(7)],
  Array.from({ length: 10 }, (_, n) => wordOfRank(300 + 100 * n)),
  Array.from({ length: 10 }, (_, n) => nameOf(n)),
  ['never said'],
]

/** Only the last week counts, so only the newest days of the collection are stored. */
export async function breadth(folder: string): Promise<void> {
  const db = await openDatabase(join(folder, 'breadth.db'))
  const made = { uuid: systemIds.uuid(), now: NOW }
  const podcast = await savePodcast(db, { feedUrl: 'https://example.org/feed.xml', title: 'Bench' }, made)
  let held = 0
  for (const { publishedAt, title, sentences } of corpus(EPISODES, WORDS, NOW)) {
    if (publishedAt < NOW - DAYS_HELD * DAY_MS) break
    const fields = { podcastId: podcast.id, guid: `${held++}`, title, publishedAt }
    const episode = await transactionWithTexts(db, IN_DATABASE, (db, texts) =>
      saveEpisode(db, fields, { uuid: systemIds.uuid(), now: NOW, texts }),
    )
    const segments = sentences.map((text, index) => ({ text, start: index * 5, end: index * 5 + 5 }))
    const document = { language: 'en', durationSeconds: null, timed: true, segments }
    await saveTranscript(db, { episode, document, source: 'import', now: NOW })
  }
  const times: number[] = []
  for (let round = -1; round < ROUNDS; round++) {
    for (const keywords of KEYWORDS) {
      const startedAt = performance.now()
      await measureBreadth(db, IN_DATABASE, { keywords, now: NOW, limit: LIMIT })
      if (round >= 0) times.push(performance.now() - startedAt)
    }
  }
  await db.close()
  console.log(
    `breadth at ${EPISODES.toLocaleString('en')} episodes in two years (the ${held} of the last ${DAYS_HELD} days held)  ` +
      `p50 ${ms(quantile(times, 0.5))}, p95 ${ms(quantile(times, 0.95))} (under 200), most ${ms(Math.max(...times))}`,
  )
}

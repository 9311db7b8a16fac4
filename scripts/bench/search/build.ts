import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '../../../lib/db/types.js'
import { saveEpisode } from '../../../lib/episodes/episode-store.js'
import { systemIds } from '../../../lib/ids.js'
import { savePodcast } from '../../../lib/podcasts/podcast-store.js'
import { writerOf } from '../../../lib/search/engines.js'
import { IN_DATABASE } from '../../../lib/transcripts/document-storage.js'
import { prepareTranscript, savePrepared } from '../../../lib/transcripts/save-transcript.js'
import { transactionWithTexts } from '../../../lib/transcripts/transcript-texts.js'
import type { CorpusEpisode } from '../corpus.js'
import type { NaiveIndex } from './naive.js'

/** As `import` does it. */
const BATCH = 10
const PODCASTS = 100

export interface BuildTimes {
  words: number
  naiveMs: number
  ourMs: number
}

/**
 * The same episodes into both: ours whole (catalogue, packed transcripts, indexes), the naive one, where there is one,
 * bare; then ours is tidied, as it is every night. A folder that was built before is taken as it is.
 */
export async function build(
  db: Db,
  folder: string,
  { speech, now }: { speech: Iterable<CorpusEpisode>; now: number },
  naive?: NaiveIndex,
): Promise<BuildTimes> {
  const record = join(folder, 'build.json')
  if (existsSync(record)) return JSON.parse(readFileSync(record, 'utf8'))
  const times: BuildTimes = { words: 0, naiveMs: 0, ourMs: 0 }
  const podcasts: number[] = []
  for (let number = 0; number < PODCASTS; number++) {
    const fields = { feedUrl: `https://example.org/${number}.xml`, title: `Podcast ${number}` }
    podcasts.push((await savePodcast(db, fields, { uuid: systemIds.uuid(), now })).id)
  }
  let number = 0
  let batch: CorpusEpisode[] = []
  const flush = async () => {
    batch.sort((a, b) => a.publishedAt - b.publishedAt)
    const rows = batch.map(({ publishedAt, title, sentences }, index) => ({
      id: number - index,
      publishedAt,
      title,
      text: sentences.join(' '),
    }))
    rows.sort((a, b) => a.id - b.id)
    const start = performance.now()
    naive?.add(rows)
    const between = performance.now()
    await addOurs(db, batch, podcasts, now)
    times.naiveMs += between - start
    times.ourMs += performance.now() - between
    batch = []
  }
  for (const episode of speech) {
    number++
    times.words += episode.sentences.reduce((sum, sentence) => sum + sentence.split(' ').length, 0)
    batch.push(episode)
    if (batch.length === BATCH) await flush()
    if (number % 1000 === 0) process.stderr.write(`\r${number} episodes`)
  }
  await flush()
  process.stderr.write('\r')
  await writerOf(db).tidy(db, now)
  writeFileSync(record, JSON.stringify(times))
  return times
}

async function addOurs(
  db: Db,
  episodes: readonly CorpusEpisode[],
  podcasts: readonly number[],
  now: number,
): Promise<void> {
  const prepared = await Promise.all(
    episodes.map(({ sentences }) =>
      prepareTranscript(
        db,
        IN_DATABASE,
        {
          language: 'en',
          durationSeconds: null,
          timed: true,
          segments: sentences.map((text, index) => ({ start: index * 5, end: index * 5 + 5, text })),
        },
        now,
      ),
    ),
  )
  await transactionWithTexts(db, IN_DATABASE, async (db, texts) => {
    for (const [index, { publishedAt, title }] of episodes.entries()) {
      const uuid = systemIds.uuid()
      const podcastId = podcasts[publishedAt % podcasts.length]!
      const episode = await saveEpisode(
        db,
        { podcastId, guid: uuid, title, publishedAt },
        { uuid, now, texts },
      )
      await savePrepared(db, { episode, prepared: prepared[index]!, source: 'import', now })
    }
  })
}

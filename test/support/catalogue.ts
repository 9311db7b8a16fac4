import type { Db } from '../../lib/db/types.js'
import type { EpisodeFields } from '../../lib/episodes/episode.js'
import { type SavedEpisode, saveEpisode } from '../../lib/episodes/episode-store.js'
import { systemIds } from '../../lib/ids.js'
import type { PodcastFields } from '../../lib/podcasts/podcast.js'
import { savePodcast } from '../../lib/podcasts/podcast-store.js'
import { type DocumentStorage, IN_DATABASE } from '../../lib/transcripts/document-storage.js'
import { transactionWithTexts } from '../../lib/transcripts/transcript-texts.js'
import type { Segment } from '../../lib/transcripts/types.js'
import { currentApp } from './app.js'
import { saveTranscript } from './transcripts.js'

/** Where things are held: the running app, unless a test brings a database of its own. */
export interface Holder {
  db: Db
  now: number
  documents?: DocumentStorage
}

const holderOfApp = (): Holder => ({
  db: currentApp().db,
  now: currentApp().clock.now(),
  documents: currentApp().services.documents,
})

let counter = 0

export function aPodcast(given: Partial<PodcastFields> = {}, holder = holderOfApp()) {
  const feedUrl = given.feedUrl ?? `https://feeds.example.org/${++counter}.xml`
  const made = { uuid: systemIds.uuid(), now: holder.now }
  return savePodcast(holder.db, { title: `Podcast ${counter}`, ...given, feedUrl }, made)
}

export interface GivenEpisode extends Partial<Omit<EpisodeFields, 'publishedAt'>> {
  podcast?: { id: number }
  /** Published an hour ago unless said otherwise; null: undated. */
  publishedAt?: number | null
  /** What is said in it: one string is one sentence; undefined: no transcript. */
  says?: string | readonly string[]
}

export async function anEpisode(given: GivenEpisode = {}, holder = holderOfApp()): Promise<SavedEpisode> {
  const { podcast, says, ...fields } = given
  const { db, now, documents = IN_DATABASE } = holder
  const values = {
    guid: `guid-${++counter}`,
    title: `Episode ${counter}`,
    publishedAt: now - 3_600_000,
    ...fields,
    podcastId: podcast?.id ?? (await aPodcast({}, holder)).id,
  }
  const episode = await transactionWithTexts(db, documents, (db, texts) =>
    saveEpisode(db, values, { uuid: systemIds.uuid(), now, texts }),
  )
  if (says === undefined) return episode
  const document = { language: 'en', durationSeconds: null, timed: true, segments: segmentsOf([says].flat()) }
  await saveTranscript(db, { episode, document, documents, source: 'import', now })
  return { ...episode, hasTranscript: true }
}

/** Five seconds for every sentence. */
function segmentsOf(sentences: readonly string[]): Segment[] {
  return sentences.map((text, index) => ({ start: index * 5, end: index * 5 + 5, text }))
}

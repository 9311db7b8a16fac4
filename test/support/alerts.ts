import { saveEpisode } from '../../lib/episodes/episode-store.js'
import { savePodcast } from '../../lib/podcasts/podcast-store.js'
import { transactionWithTexts } from '../../lib/transcripts/transcript-texts.js'
import type { Segment } from '../../lib/transcripts/types.js'
import type { Api, Json } from './api.js'
import { currentApp } from './app.js'
import { aName } from './factories.js'
import { saveTranscript } from './transcripts.js'

export interface HeldEpisode {
  id: number
  uuid: string
  title: string
  podcast: { id: number; uuid: string; title: string }
}

/** How long a sentence takes in episodes of tests, in seconds. */
export const SENTENCE_SECONDS = 10

/** Sentences of ten seconds each, one after the other. */
export function sentences(texts: readonly string[]): Segment[] {
  return texts.map((text, index) => ({
    text,
    start: index * SENTENCE_SECONDS,
    end: (index + 1) * SENTENCE_SECONDS,
  }))
}

/** A new episode with a transcript that says these sentences; published an hour ago unless said otherwise. */
export async function anEpisodeSaying(
  texts: string | readonly string[],
  given: { publishedAt?: number | null; timed?: boolean; title?: string; podcastTitle?: string } = {},
): Promise<HeldEpisode> {
  const { db, clock, services } = currentApp()
  const now = clock.now()
  const podcastTitle = given.podcastTitle ?? aName('Podcast')
  const feedUrl = `https://feeds.example.org/${services.ids.uuid()}.xml`
  const imageUrl = 'https://feeds.example.org/cover.jpg'
  const podcast = await savePodcast(
    db,
    { feedUrl, title: podcastTitle, imageUrl },
    { uuid: services.ids.uuid(), now },
  )
  const title = given.title ?? aName('Episode')
  const publishedAt = given.publishedAt === undefined ? now - 3_600_000 : given.publishedAt
  const guid = services.ids.uuid()
  const audioUrl = `https://media.example.org/${guid}.mp3?a=1&b=2`
  const episode = await transactionWithTexts(db, services.documents, (db, texts) =>
    saveEpisode(
      db,
      { podcastId: podcast.id, guid, title, publishedAt, durationSeconds: 1800, audioUrl },
      { uuid: services.ids.uuid(), now, texts },
    ),
  )
  const segments = sentences(typeof texts === 'string' ? [texts] : texts)
  await saveTranscript(db, {
    episode,
    document: { language: 'en', durationSeconds: null, timed: given.timed ?? true, segments },
    source: 'import',
    now,
    documents: services.documents,
  })
  return { id: episode.id, uuid: episode.uuid, title, podcast: { ...podcast, title: podcastTitle } }
}

/** An alert as its team makes it. */
export async function anAlert(api: Api, given: Json = {}): Promise<Json> {
  const body = { name: aName('Alert'), keywords: [aName('keyword')], ...given }
  const answer = await api.call('createAlert', { body })
  if (answer.status !== 201) throw new Error(`the alert was not created: ${answer.text}`)
  return answer.body
}

export async function alertOf(api: Api, { id }: Json): Promise<Json> {
  return (await api.call('getAlert', { params: { alert_id: id } })).body
}

/** The newest matches of an alert, as its team sees them. */
export async function matchesOf(api: Api, { id }: Json): Promise<Json[]> {
  const answer = await api.call('listAlertMatches', { params: { alert_id: id } })
  if (answer.status !== 200) throw new Error(`the matches were not listed: ${answer.text}`)
  return answer.body.results
}

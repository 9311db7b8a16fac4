import { readdirSync, readFileSync } from 'node:fs'
import { DAY_MS, HOUR_MS, startOfUtcDay } from '../../lib/clock.js'

interface DemoEpisode {
  guid: string
  title: string
  description: string
  duration_seconds: number
  episode_number: number
  days_ago: number
  hour: number
  transcript: { language: string; sentences: string[] }
}

interface DemoShow {
  feed_url: string
  title: string
  episodes: DemoEpisode[]
  [field: string]: unknown
}

/** Characters a second of a calm speaker. */
const PACE = { spaced: 15, unspaced: 6 }
/** Seconds between sentences; longer after every few sentences. */
const PAUSE_SECONDS = 0.4
const BREATH_SECONDS = 2.2
const SENTENCES_A_BREATH = 7

const tenths = (seconds: number): number => Math.round(seconds * 10) / 10

/** Sentences with the times at which they are said. */
function spoken({ language, sentences }: DemoEpisode['transcript']) {
  const pace = language === 'ja' ? PACE.unspaced : PACE.spaced
  let at = 0.5
  return sentences.map((text, index) => {
    const start = at
    const end = start + text.length / pace
    at = end + ((index + 1) % SENTENCES_A_BREATH === 0 ? BREATH_SECONDS : PAUSE_SECONDS)
    return { start: tenths(start), end: tenths(end), text }
  })
}

function episodeLine(show: DemoShow, episode: DemoEpisode, now: number) {
  const { days_ago: daysAgo, hour, transcript, ...fields } = episode
  const segments = spoken(transcript)
  const publishedAt = startOfUtcDay(now) - daysAgo * DAY_MS + hour * HOUR_MS
  return {
    type: 'episode',
    feed_url: show.feed_url,
    ...fields,
    audio_url: show.feed_url.replace('feed.xml', `${episode.guid}.mp3`),
    published_at: new Date(Math.min(publishedAt, now - HOUR_MS)).toISOString(),
    transcript: { language: transcript.language, duration_seconds: segments.at(-1)?.end ?? 0, segments },
  }
}

/** The sample shows as import lines, dated around `now`. */
export function demoLines(now: number): string[] {
  const files = readdirSync(new URL('.', import.meta.url)).filter((file) => file.endsWith('.json'))
  return files.sort().flatMap((file) => {
    const show = JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as DemoShow
    const { episodes, ...podcast } = show
    return [
      { type: 'podcast', ...podcast },
      ...episodes.map((episode) => episodeLine(show, episode, now)),
    ].map((line) => JSON.stringify(line))
  })
}

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

/** Sentences with their times. */
export function spoken({ language, sentences }: DemoEpisode['transcript']) {
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
  const { days_ago: _, hour: __, transcript, ...fields } = episode
  const segments = spoken(transcript)
  return {
    type: 'episode',
    feed_url: show.feed_url,
    ...fields,
    // The address is known once the demo listens.
    audio_url: '',
    published_at: new Date(publishedAt(episode, now)).toISOString(),
    transcript: { language: transcript.language, duration_seconds: segments.at(-1)?.end ?? 0, segments },
  }
}

const publishedAt = ({ days_ago: daysAgo, hour }: DemoEpisode, now: number) =>
  Math.min(startOfUtcDay(now) - daysAgo * DAY_MS + hour * HOUR_MS, now - HOUR_MS)

/** The sample shows, as they ship with the project. */
export function demoShows(): DemoShow[] {
  const files = readdirSync(new URL('.', import.meta.url)).filter((file) => file.endsWith('.json'))
  return files.sort().map((file) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')))
}

/** The events of one day, as import lines. */
export interface DemoDay {
  /** A quarter of an hour after the day's last episode. */
  at: number
  lines: string[]
}

/** The sample shows as they were published before `now`, a day at a time, the oldest first. */
export function demoDays(now: number): DemoDay[] {
  const shows = demoShows()
  const podcasts = shows.map(({ episodes, ...podcast }) => ({ type: 'podcast', ...podcast }))
  const episodes = shows
    .flatMap((show) => show.episodes.map((episode) => ({ show, episode })))
    .sort((one, other) => publishedAt(one.episode, now) - publishedAt(other.episode, now))
  const days = new Map<number, DemoDay>()
  for (const { show, episode } of episodes) {
    const at = publishedAt(episode, now)
    const day = days.get(startOfUtcDay(at)) ?? { at, lines: [] }
    day.at = Math.min(now, at + HOUR_MS / 4)
    day.lines.push(JSON.stringify(episodeLine(show, episode, now)))
    days.set(startOfUtcDay(at), day)
  }
  const [first, ...rest] = days.values()
  return [
    { at: first!.at, lines: [...podcasts.map((line) => JSON.stringify(line)), ...first!.lines] },
    ...rest,
  ]
}

/** The sample shows as import lines, dated around `now`. */
export const demoLines = (now: number): string[] => demoDays(now).flatMap(({ lines }) => lines)

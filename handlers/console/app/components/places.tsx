import { api, bodyOf, type Schemas } from '../api.js'
import { clockTime, webAddress } from '../format.js'
import { useLoad } from '../load.js'
import { type Playable, player, playFrom, togglePlaying } from '../player.js'
import { useStore } from '../store.js'
import { text } from '../strings.js'
import { patternOf, placesIn } from '../terms.js'
import { Icon } from './icon.js'
import { Marked } from './marked.js'
import { LoadState } from './status.js'

const TERMS_AT_MOST = 5
const SHORTEST_TERM = 3

/** The terms that the excerpts operation accepts. */
export const excerptTerms = (terms: readonly string[]) =>
  terms.filter((term) => [...term].length >= SHORTEST_TERM).slice(0, TERMS_AT_MOST)

export const placesName = (id: string, terms: readonly string[]) => `places ${id} ${terms.join('|')}`

export const askPlaces = (id: string, terms: readonly string[], signal?: AbortSignal) =>
  bodyOf(
    api.GET('/episodes/{episode_id}/transcript/excerpts', {
      params: { path: { episode_id: id }, query: { q: [...terms], limit: 5, context: 0 } },
      signal,
    }),
  )

/** The places where an episode says the terms, requested once, after a click. */
export function Places({ episode, terms }: { episode: Playable; terms: readonly string[] }) {
  const name = terms.length > 0 ? placesName(episode.id, terms) : undefined
  const loaded = useLoad(name, (signal) => askPlaces(episode.id, terms, signal))
  const pattern = patternOf(terms)
  const { data } = loaded
  if (!data) return <LoadState of={loaded} />
  // Passages that touch are one: a passage may hold several places.
  const shown = data.excerpts.reduce(
    (sum, { text: said }) => sum + (pattern ? placesIn(said, pattern).length : 0),
    0,
  )
  if (data.excerpts.length === 0) return <p class="small soft block">{text.search.noPlaces}</p>
  return (
    <ol class="places" aria-label={text.search.placesIn(episode.title)}>
      {data.excerpts.map((excerpt) => (
        <Place
          key={excerpt.start}
          excerpt={excerpt}
          episode={episode}
          pattern={pattern}
          all={data.excerpts}
        />
      ))}
      {data.total_hits > shown && <li class="rest">{text.search.placesRest(shown, data.total_hits)}</li>}
    </ol>
  )
}

type Excerpt = Schemas['TranscriptExcerptOut']

interface PlaceProps {
  excerpt: Excerpt
  episode: Playable
  pattern: RegExp | undefined
  all: readonly Excerpt[]
}

function Place({ excerpt, episode, pattern, all }: PlaceProps) {
  const isHere = useStore(
    player,
    ({ episode: played, time, shift }) =>
      played?.id === episode.id && time - shift >= excerpt.start - 0.2 && time - shift < excerpt.end,
  )
  return (
    <li class={isHere ? 'now' : ''}>
      <PlayButton
        episode={episode}
        seconds={excerpt.start}
        isHere={isHere}
        places={all.map(({ start }) => start)}
      />
      <p dir="auto">
        <Marked text={excerpt.text} pattern={pattern} />
      </p>
    </li>
  )
}

interface PlayProps {
  episode: Playable
  seconds: number
  /** This place is playing, so the button pauses. */
  isHere?: boolean
  places?: readonly number[]
}

/** Plays an episode from one place. */
export function PlayButton({ episode, seconds, isHere = false, places }: PlayProps) {
  const isPlaying = useStore(player, (state) => state.isPlaying)
  const pauses = isHere && isPlaying
  const time = clockTime(seconds)
  if (!webAddress(episode.audioUrl)) return <span class="small soft">{text.episode.noAudio}</span>
  return (
    <button
      type="button"
      class="from quiet"
      aria-label={pauses ? text.player.pause : text.episode.playFrom(time)}
      onClick={() => {
        if (pauses) return togglePlaying()
        playFrom(episode, seconds, places)
      }}
    >
      <Icon name={pauses ? 'pause' : 'play'} />
      {time}
    </button>
  )
}

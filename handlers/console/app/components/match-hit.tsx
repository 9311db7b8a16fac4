import type { Schemas } from '../api.js'
import { rememberedEpisode } from '../catalogue.js'
import { useDeed } from '../deed.js'
import { clockTime, dayAndTime } from '../format.js'
import { href } from '../place.js'
import { playFrom, pressPlay } from '../player.js'
import { text } from '../strings.js'
import { patternOf } from '../terms.js'
import { Icon } from './icon.js'
import { Marked } from './marked.js'
import { ProblemNote } from './status.js'
import { Tile } from './tile.js'

const PLACES_SHOWN = 3

/** One episode that an alert matched. */
export function MatchHit({
  match,
  showsAlert = false,
}: {
  match: Schemas['MatchOut']
  showsAlert?: boolean
}) {
  const deed = useDeed()
  const { episode } = match
  const { podcast } = episode
  const places = match.hit_offsets_seconds
  // Quoted, so that the page of the episode searches for whole phrases.
  const words = match.keywords_matched.map((keyword) => `"${keyword.replaceAll('"', '')}"`).join(' ')

  /** A match does not contain the address of its audio. Requests it once and caches it. */
  function play(seconds: number): void {
    const find = () => rememberedEpisode(episode.id)
    const isWanted = pressPlay()
    void deed.run(find, ({ id, title, audio_url: audioUrl }) => {
      if (isWanted()) playFrom({ id, title, podcast: podcast.title, audioUrl }, seconds, places)
    })
  }

  return (
    <li class="hit">
      <Tile title={podcast.title} />
      <article>
        <h3>
          <a href={href(`/episodes/${episode.id}`, { q: words })} dir="auto">
            {episode.title}
          </a>
        </h3>
        <p class="meta">
          <a class="clamp" href={href(`/podcasts/${podcast.id}`)} dir="auto">
            {podcast.title}
          </a>
          <time dateTime={match.created_at}>{dayAndTime(match.created_at)}</time>
          {places.length > 0 && <span>{text.matches.places(places.length)}</span>}
          {showsAlert && <a href={href(`/alerts/${match.alert_id}`)}>{text.matches.of(match.alert_name)}</a>}
        </p>
        <p class="said" dir="auto">
          <Marked text={match.excerpt} pattern={patternOf(match.keywords_matched)} />
        </p>
        <div class="deeds">
          {places.slice(0, PLACES_SHOWN).map((seconds) => (
            <button
              type="button"
              class="from quiet"
              key={seconds}
              aria-disabled={deed.isBusy}
              aria-label={text.episode.playFrom(clockTime(seconds))}
              onClick={() => play(seconds)}
            >
              <Icon name="play" />
              {clockTime(seconds)}
            </button>
          ))}
          {places.length > PLACES_SHOWN && (
            <span class="small soft">{text.matches.andMore(places.length - PLACES_SHOWN)}</span>
          )}
        </div>
        <ProblemNote problem={deed.problem} />
      </article>
    </li>
  )
}

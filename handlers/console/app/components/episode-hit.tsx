import { useRef, useState } from 'preact/hooks'
import type { Schemas } from '../api.js'
import { useDeed } from '../deed.js'
import { length, shortDay } from '../format.js'
import { remembered } from '../load.js'
import { href } from '../place.js'
import { type Playable, playFrom, pressPlay } from '../player.js'
import { text } from '../strings.js'
import { patternOf, placesIn, termsOf } from '../terms.js'
import { Icon } from './icon.js'
import { Marked } from './marked.js'
import { askPlaces, excerptTerms, Places, placesName } from './places.js'
import { ProblemNote } from './status.js'
import { Tile } from './tile.js'

/** One episode that a search found. */
export function EpisodeHit({ hit, words }: { hit: Schemas['EpisodeSearchHitOut']; words: string }) {
  const [isOpen, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const deed = useDeed()
  const terms = termsOf(words)
  const asked = excerptTerms(terms)
  const pattern = patternOf(terms)
  const episode: Playable = {
    id: hit.id,
    title: hit.title,
    podcast: hit.podcast.title,
    audioUrl: hit.audio_url,
  }

  /** How many of the terms a text says. */
  const saysHowMany = (said: string) =>
    terms.filter((term) => placesIn(said, patternOf([term])!).length > 0).length

  /** Opens the places and plays the first of those with the most terms. */
  function play(): void {
    const find = () => remembered(placesName(hit.id, asked), () => askPlaces(hit.id, asked))
    const isWanted = pressPlay()
    void deed.run(find, ({ excerpts }) => {
      // Opening the places removes the focused button.
      toggle.current?.focus()
      setOpen(true)
      const [best] = excerpts.toSorted((one, other) => saysHowMany(other.text) - saysHowMany(one.text))
      const places = excerpts.map(({ start }) => start)
      if (isWanted()) playFrom(episode, best?.start ?? 0, places)
    })
  }

  return (
    <li class="hit">
      <Tile title={hit.podcast.title} />
      <article>
        <h3>
          <a href={href(`/episodes/${hit.id}`, { q: words })} dir="auto">
            <Marked text={hit.title} pattern={pattern} />
          </a>
        </h3>
        <p class="meta">
          <a class="clamp" href={href(`/podcasts/${hit.podcast.id}`)} dir="auto">
            {hit.podcast.title}
          </a>
          {hit.published_at && <time dateTime={hit.published_at}>{shortDay(hit.published_at)}</time>}
          {hit.duration_seconds !== null && <span>{length(hit.duration_seconds)}</span>}
        </p>
        {!isOpen &&
          hit.excerpts.map((excerpt) => (
            <p class="said" key={excerpt.text} dir="auto">
              <Marked text={excerpt.text} pattern={pattern} />
            </p>
          ))}
        <div class="deeds">
          {hit.has_transcript && asked.length > 0 && (
            <>
              {!isOpen && hit.audio_url && (
                <button type="button" class="quiet" aria-disabled={deed.isBusy} onClick={play}>
                  <Icon name="play" />
                  {text.search.play}
                </button>
              )}
              <button
                ref={toggle}
                type="button"
                class={isOpen ? 'quiet' : 'plain quiet'}
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
              >
                {isOpen ? text.search.hidePlaces : text.search.places}
                <Icon name={isOpen ? 'up' : 'down'} />
              </button>
            </>
          )}
          <a class="button plain quiet" href={href(`/episodes/${hit.id}`, { q: words })}>
            {hit.has_transcript ? text.search.read : text.search.open}
          </a>
        </div>
        <ProblemNote problem={deed.problem} />
        {isOpen && <Places episode={episode} terms={asked} />}
      </article>
    </li>
  )
}

import { following } from '../following.js'
import { clockTime, spokenTime, webAddress } from '../format.js'
import { focusPage, href } from '../place.js'
import { closePlayer, nextRate, player, seekTo, skip, togglePlaying } from '../player.js'
import { useShortcuts } from '../shortcuts.js'
import { useStore } from '../store.js'
import { text } from '../strings.js'
import { Icon } from './icon.js'
import { Tile } from './tile.js'

/** The bar below every page while audio is loaded. */
export function PlayerBar() {
  const { episode, isPlaying, rate, problem } = useStore(player)
  useShortcuts(episode ? { j: () => skip(-15), k: togglePlaying, l: () => skip(30) } : {})
  if (!episode) return null
  const file = webAddress(episode.audioUrl)
  return (
    <section class="player" aria-label={text.player.label}>
      <div class="what">
        <Tile title={episode.podcast} />
        <div>
          <p class="cut">
            <a class="title" href={href(`/episodes/${episode.id}`)} dir="auto">
              {episode.title}
            </a>
          </p>
          <p class="small soft cut" dir="auto">
            {episode.podcast}
          </p>
        </div>
      </div>
      <div class="moves">
        <button
          type="button"
          class="plain square skip-on"
          aria-label={text.player.back}
          title={`${text.player.back} (j)`}
          onClick={() => skip(-15)}
        >
          <Icon name="back15" digits="15" />
        </button>
        <button
          type="button"
          class="primary play"
          aria-label={isPlaying ? text.player.pause : text.player.play}
          title={`${isPlaying ? text.player.pause : text.player.play} (k)`}
          onClick={togglePlaying}
        >
          <Icon name={isPlaying ? 'pause' : 'play'} />
        </button>
        <button
          type="button"
          class="plain square skip-on"
          aria-label={text.player.on}
          title={`${text.player.on} (l)`}
          onClick={() => skip(30)}
        >
          <Icon name="on30" digits="30" />
        </button>
      </div>
      <Track />
      <div class="row extra">
        <button type="button" class="quiet rate" aria-label={text.player.speed(rate)} onClick={nextRate}>
          {rate}×
        </button>
        <FollowButton />
        <button
          type="button"
          class="plain quiet close"
          aria-label={text.player.close}
          onClick={() => {
            closePlayer()
            focusPage()
          }}
        >
          <Icon name="close" />
        </button>
      </div>
      {problem && (
        <p class="trouble" role="alert">
          {text.player[problem]}{' '}
          {file && (
            <a href={file} target="_blank" rel="noreferrer noopener">
              {text.player.openFile}
            </a>
          )}
        </p>
      )}
    </section>
  )
}

function FollowButton() {
  const { isOn, isPossible } = useStore(following)
  if (!isPossible) return null
  return (
    <button
      type="button"
      class={`quiet ${isOn ? 'on' : ''}`}
      aria-pressed={isOn}
      onClick={() => following.merge({ isOn: !isOn })}
    >
      <Icon name="follow" />
      {text.player.follow}
    </button>
  )
}

/** The position of the audio, with marks where the words are said. */
function Track() {
  const { time, duration, shift, places } = useStore(player)
  const percent = (seconds: number) =>
    duration > 0 ? `${Math.min(100, Math.max(0, (seconds / duration) * 100))}%` : '0%'
  return (
    <div class="track">
      <span class="time">{clockTime(time)}</span>
      <div class="line">
        <svg aria-hidden="true">
          <rect class="rail" x="0" y="10" width="100%" height="4" rx="2" />
          <rect class="done" x="0" y="10" width={percent(time)} height="4" rx="2" />
          {duration > 0 &&
            places.map((place) => (
              <rect
                key={place}
                class="tick"
                x={percent(place + shift)}
                y="7"
                width="3"
                height="10"
                rx="1.5"
              />
            ))}
          <circle class="knob" cx={percent(time)} cy="12" r="7" />
        </svg>
        <input
          type="range"
          min="0"
          max={Math.max(1, Math.round(duration))}
          value={Math.round(time)}
          aria-label={text.player.position}
          aria-valuetext={text.player.positionValue(spokenTime(time), spokenTime(duration))}
          onInput={(event) => seekTo(Number(event.currentTarget.value))}
        />
      </div>
      <span class="time">{clockTime(duration)}</span>
    </div>
  )
}

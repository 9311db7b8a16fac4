import { useState } from 'preact/hooks'
import type { Schemas } from '../api.js'
import { clockTime } from '../format.js'
import { focusPage } from '../place.js'
import { player, setShift } from '../player.js'
import { useStore } from '../store.js'
import { text } from '../strings.js'
import { Icon } from './icon.js'

const words = text.episode
const NOTICED_SECONDS = 3

interface Props {
  episode: Schemas['EpisodeDetailOut']
  isLiningUp: boolean
}

/** Says if the audio's length differs from that of the transcribed file, and by how much the listener has shifted it. */
export function LengthNotice({ episode, isLiningUp }: Props) {
  const [isDismissed, setDismissed] = useState(false)
  const duration = useStore(player, (state) => state.duration)
  const shift = useStore(player, (state) => state.shift)
  const measured = episode.transcript?.duration_seconds ?? null
  const difference = measured === null || duration === 0 ? 0 : duration - measured
  const by = clockTime(Math.abs(difference))
  if (isLiningUp || shift !== 0) {
    return (
      <div class="notice" role="status">
        <Icon name="follow" />
        <p>
          {isLiningUp
            ? words.lineUpHint
            : words.linedUp(`${shift < 0 ? '−' : '+'}${clockTime(Math.abs(shift))}`)}
        </p>
        {shift !== 0 && (
          <div class="deeds">
            <button
              type="button"
              class="plain quiet"
              onClick={() => {
                setShift(0)
                focusPage()
              }}
            >
              {words.undoLineUp}
            </button>
          </div>
        )}
      </div>
    )
  }
  if (isDismissed || Math.abs(difference) <= NOTICED_SECONDS) return null
  return (
    <div class="notice" role="status">
      <Icon name="warning" />
      <p>
        <strong>{difference > 0 ? words.longer(by) : words.shorter(by)}</strong> {words.shifts(by)}
      </p>
      <div class="deeds">
        <button
          type="button"
          class="plain quiet"
          onClick={() => {
            setDismissed(true)
            focusPage()
          }}
        >
          {text.dismiss}
        </button>
      </div>
    </div>
  )
}

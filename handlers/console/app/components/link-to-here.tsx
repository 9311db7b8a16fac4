import { useState } from 'preact/hooks'
import { copy } from '../copy.js'
import { clockTime, secondsOf } from '../format.js'
import { go, hrefAt, place } from '../place.js'
import { player } from '../player.js'
import { useStore } from '../store.js'
import { text } from '../strings.js'
import { Icon } from './icon.js'

const words = text.episode

/** A link to the second that is playing, in the transcript's time. */
export function LinkToHere({ id }: { id: string }) {
  const [note, setNote] = useState('')
  const seconds = useStore(player, ({ episode, time, shift }) =>
    episode?.id === id ? Math.max(0, Math.floor(time - shift)) : (secondsOf(place.get().query.get('t')) ?? 0),
  )
  const time = clockTime(seconds)
  const address = hrefAt(id, seconds)
  return (
    <>
      <a
        class="button quiet"
        href={address}
        onClick={async (event) => {
          event.preventDefault()
          go(address, { replace: true })
          setNote((await copy(location.href)) ? words.linkCopied(time) : words.linkNotCopied)
        }}
      >
        <Icon name="link" />
        {words.linkTo(time)}
      </a>
      <span role="status" class="small soft">
        {note}
      </span>
    </>
  )
}

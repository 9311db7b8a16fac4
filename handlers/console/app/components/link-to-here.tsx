import { useState } from 'preact/hooks'
import { copy } from '../copy.js'
import { clockTime, secondsOf } from '../format.js'
import { href, place } from '../place.js'
import { player } from '../player.js'
import { useStore } from '../store.js'
import { text } from '../strings.js'
import { Icon } from './icon.js'

const words = text.episode

/** A link to the second that is playing, in the transcript's time. */
export function LinkToHere({ id }: { id: string }) {
  const [isCopied, setCopied] = useState(false)
  const seconds = useStore(player, ({ episode, time, shift }) =>
    episode?.id === id ? Math.max(0, Math.floor(time - shift)) : (secondsOf(place.get().query.get('t')) ?? 0),
  )
  const address = href(`/episodes/${id}`, {
    q: place.get().query.get('q') ?? '',
    t: String(Math.floor(seconds)),
  })
  return (
    <a
      class="button quiet"
      href={address}
      onClick={(event) => {
        event.preventDefault()
        history.replaceState(null, '', address)
        void copy(location.href).then(setCopied)
      }}
    >
      <Icon name="link" />
      <span role="status">{isCopied ? words.linkCopied : words.linkTo(clockTime(seconds))}</span>
    </a>
  )
}

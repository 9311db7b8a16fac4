import { href } from '../place.js'
import { text } from '../strings.js'
import { useTitle } from '../title.js'

export function NotFoundPage() {
  useTitle(text.notFound)
  return (
    <div class="page single">
      <div>
        <h1>{text.notFound}</h1>
        <p class="block-small">
          <a href={href('/')}>{text.toSearch}</a>
        </p>
      </div>
    </div>
  )
}

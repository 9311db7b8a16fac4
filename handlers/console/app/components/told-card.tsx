import { useState } from 'preact/hooks'
import { href } from '../place.js'
import { text } from '../strings.js'
import { keywordsOf } from '../terms.js'
import { PerDay, useBreadth, Week } from './breadth.js'
import { Icon } from './icon.js'
import { LoadState } from './status.js'

/** The address of the page that creates an alert from a search. */
export const newAlertHref = (query: string) => href('/alerts/new', { words: keywordsOf(query).join('\n') })

/** Offers an alert for a search. Measures its breadth only after a click, because that costs a request. */
export function ToldCard({ query }: { query: string }) {
  const keywords = keywordsOf(query)
  const [isAsked, setAsked] = useState(false)
  const loaded = useBreadth(isAsked ? keywords : [])
  const { data } = loaded
  if (keywords.length === 0) return null
  return (
    <section class="card told" aria-labelledby="told">
      <h2 id="told">{text.search.told}</h2>
      <p class="row chips">
        {keywords.map((keyword) => (
          <span class="chip still" key={keyword}>
            {keyword}
          </span>
        ))}
      </p>
      <div aria-live="polite">
        {!isAsked && (
          <button type="button" class="wide" onClick={() => setAsked(true)}>
            {text.search.measure}
          </button>
        )}
        {isAsked && !data && <LoadState of={loaded} />}
        {data && (
          <>
            <PerDay episodes={data.episodes_per_day} />
            <Week days={data.days} />
            <p class={`small ${data.too_broad ? 'fault' : 'soft'}`}>
              {data.too_broad ? text.search.tooBroad(data.limit) : text.search.below(data.limit)}
            </p>
          </>
        )}
      </div>
      <a class="button primary" href={newAlertHref(query)}>
        <Icon name="alerts" />
        {text.search.makeAlert}
      </a>
    </section>
  )
}

import { useEffect, useRef, useState } from 'preact/hooks'
import { oneDecimal } from '../format.js'
import { href } from '../place.js'
import { text } from '../strings.js'
import { patternOf } from '../terms.js'
import { PerDay, useBreadth, Week } from './breadth.js'
import { Marked } from './marked.js'
import { ProblemNote } from './status.js'

const AFTER_TYPING_MS = 600

/** A list of words as it was when it last stayed the same for a moment. */
function useSettled(words: readonly string[]): readonly string[] {
  const [settled, setSettled] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), AFTER_TYPING_MS)
    return () => clearTimeout(timer)
  }, [JSON.stringify(words)])
  return settled
}

/** Shows how often keywords were said last week, while a person types them. */
export function BreadthCard({ keywords }: { keywords: readonly string[] }) {
  const settled = useSettled(keywords)
  const loaded = useBreadth(settled)
  /** The breadth of the previous keywords is shown while the new ones are measured. */
  const last = useRef<typeof loaded.data>(undefined)
  if (loaded.data || keywords.length === 0) last.current = loaded.data
  const data = last.current
  const isStale = settled.join('\n') !== keywords.join('\n') || loaded.isLoading
  const pattern = patternOf(keywords)
  return (
    <div aria-busy={isStale}>
      <h2>{text.alerts.broad}</h2>
      <ProblemNote problem={loaded.problem} retry={loaded.reload} />
      {!data && !loaded.problem && (
        <p class="small soft">{keywords.length === 0 ? text.alerts.broadAsk : text.alerts.measuring}</p>
      )}
      {data && !loaded.problem && (
        <div class={isStale ? 'stale' : ''}>
          <div aria-live="polite">
            <PerDay episodes={data.episodes_per_day} />
            <meter
              class={`gauge ${data.too_broad ? 'over' : ''}`}
              min={0}
              max={data.limit}
              value={Math.min(data.limit, data.episodes_per_day)}
              aria-label={text.alerts.gauge(oneDecimal(data.episodes_per_day), data.limit)}
            >
              {oneDecimal(data.episodes_per_day)}
            </meter>
            <p class={`small ${data.too_broad ? 'fault' : 'soft'}`}>
              {data.too_broad ? text.search.tooBroad(data.limit) : text.alerts.allowed(data.limit)}{' '}
              {data.is_estimate && text.alerts.estimate}
            </p>
          </div>
          <Week days={data.days} />
          <ol class="samples">
            {data.samples.map((sample) => (
              <li key={sample.episode_id} dir="auto">
                <a
                  href={href(`/episodes/${sample.episode_id}`, {
                    q: keywords.map((one) => `"${one}"`).join(' '),
                  })}
                >
                  {sample.title}
                </a>
                <p>
                  <Marked text={sample.excerpt} pattern={pattern} />
                </p>
              </li>
            ))}
          </ol>
        </div>
      )}
    </div>
  )
}

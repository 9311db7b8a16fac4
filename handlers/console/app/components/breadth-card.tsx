import { useBreadth } from '../breadth.js'
import { oneDecimal } from '../format.js'
import { href } from '../place.js'
import { text } from '../strings.js'
import { patternOf } from '../terms.js'
import { Marked } from './marked.js'
import { ProblemNote } from './status.js'
import { Week } from './week.js'

/** How often keywords were said last week, measured while they are typed. */
export function BreadthCard({ keywords }: { keywords: readonly string[] }) {
  const { data, isStale, problem } = useBreadth(keywords)
  const pattern = patternOf(keywords)
  return (
    <div aria-live="polite" aria-busy={isStale}>
      <h2>{text.alerts.broad}</h2>
      <ProblemNote problem={problem} />
      {!data && !problem && (
        <p class="small soft">{keywords.length === 0 ? text.alerts.broadAsk : text.alerts.measuring}</p>
      )}
      {data && (
        <div class={isStale ? 'stale' : ''}>
          <p class="figure">
            <b>{oneDecimal(data.episodes_per_day)}</b>
            <span class="soft">{text.search.aDay}</span>
          </p>
          <meter
            class={`gauge ${data.too_broad ? 'over' : ''}`}
            min={0}
            max={data.limit}
            value={Math.min(data.limit, data.episodes_per_day)}
            aria-label={text.alerts.gauge(data.episodes_per_day, data.limit)}
          >
            {oneDecimal(data.episodes_per_day)}
          </meter>
          <p class={`small ${data.too_broad ? 'fault' : 'soft'}`}>
            {data.too_broad ? text.search.tooBroad(data.limit) : text.alerts.allowed(data.limit)}{' '}
            {data.is_estimate && text.alerts.estimate}
          </p>
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

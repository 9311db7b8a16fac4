import { useEffect, useState } from 'preact/hooks'
import { bodyOf, type ConsoleSchemas, consoleApi } from '../api.js'
import { oneDecimal } from '../format.js'
import { href } from '../place.js'
import { asProblem, type Problem } from '../problem.js'
import { text } from '../strings.js'
import { patternOf } from '../terms.js'
import { Marked } from './marked.js'
import { ProblemNote } from './status.js'
import { PerDay, Week } from './week.js'

const AFTER_TYPING_MS = 600

interface Breadth {
  /** The breadth of the previous keywords while the new ones are measured. */
  data: ConsoleSchemas['BreadthOut'] | undefined
  isStale: boolean
  problem: Problem | undefined
}

/** The breadth of keywords, requested shortly after the last change, one request at a time. */
function useBreadth(keywords: readonly string[]): Breadth {
  const name = JSON.stringify(keywords)
  const [state, setState] = useState<{
    name: string
    data?: ConsoleSchemas['BreadthOut']
    problem?: Problem
  }>({
    name: '[]',
  })

  useEffect(() => {
    if (keywords.length === 0 || state.name === name) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      const { signal } = controller
      bodyOf(consoleApi.POST('/alerts/preview', { body: { keywords: [...keywords] }, signal })).then(
        (data) => setState({ name, data }),
        (error) => {
          if (!signal.aborted) setState({ name, problem: asProblem(error) })
        },
      )
    }, AFTER_TYPING_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [name])

  if (keywords.length === 0) return { data: undefined, isStale: false, problem: undefined }
  return { data: state.data, isStale: state.name !== name, problem: state.problem }
}

/** Shows how often keywords were said last week, while a person types them. */
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

import { bodyOf, consoleApi } from '../api.js'
import { oneDecimal, weekdayOf } from '../format.js'
import { useLoad } from '../load.js'
import { text } from '../strings.js'

interface Day {
  date: string
  episodes: number
}

const [HEIGHT, TOP, STEP, BAR] = [42, 16, 37, 29]

/** How often keywords were said last week; asks if there are any. */
export function useBreadth(keywords: readonly string[]) {
  const name = keywords.length > 0 ? `breadth ${JSON.stringify(keywords)}` : undefined
  return useLoad(name, (signal) =>
    bodyOf(consoleApi.POST('/alerts/preview', { body: { keywords: [...keywords] }, signal })),
  )
}

/** The average of a week, as a large number. */
export function PerDay({ episodes }: { episodes: number }) {
  return (
    <p class="figure">
      <b>{oneDecimal(episodes)}</b>
      <span class="soft">{text.search.aDay}</span>
    </p>
  )
}

/** Seven days as bars. */
export function Week({ days }: { days: readonly Day[] }) {
  const most = Math.max(1, ...days.map(({ episodes }) => episodes))
  const words = days.map(({ date, episodes }) => `${weekdayOf(date)} ${episodes}`).join(', ')
  return (
    <svg class="week" viewBox="0 0 260 76" role="img" aria-label={text.alerts.week(words)}>
      {days.map(({ date, episodes }, index) => {
        const height = (episodes / most) * HEIGHT
        const x = 4 + index * STEP
        return (
          <g key={date}>
            <rect x={x} y={TOP + HEIGHT - height} width={BAR} height={height} rx="3" />
            <text x={x + BAR / 2} y={TOP + HEIGHT - height - 5}>
              {oneDecimal(episodes)}
            </text>
            <text x={x + BAR / 2} y="73">
              {weekdayOf(date)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

import { useState } from 'preact/hooks'
import { fullUtcDay, shortUtcDay } from '../format.js'
import { text } from '../strings.js'
import { Table } from './table.js'

interface Day {
  date: string
  matches: number
}

const [LEFT, WIDTH, TOP, HEIGHT] = [30, 688, 24, 130]
const BOTTOM = TOP + HEIGHT

/** The step between lines: 1, 2, 5, 10, 20, 50 …, so that there are about four. */
function stepOf(most: number): number {
  let step = 1
  for (let factor = 0; step * 4 < most; factor++) step *= factor % 3 === 1 ? 2.5 : 2
  return step
}

/** Matches per day, as bars or as a table. Days before the alert was created are shaded. */
export function DayPlot({ days, madeOn }: { days: readonly Day[]; madeOn: string }) {
  const [isTable, setTable] = useState(false)
  return (
    <section class="block">
      <div class="row">
        <h2>{text.alerts.perDay}</h2>
        <span class="small soft">{text.alerts.utcDays}</span>
        <button type="button" class="quiet push" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? text.alerts.asPlot : text.alerts.asTable}
        </button>
      </div>
      {isTable ? <DayTable days={days} /> : <Plot days={days} madeOn={madeOn} />}
    </section>
  )
}

function Plot({ days, madeOn }: { days: readonly Day[]; madeOn: string }) {
  const counts = days.map(({ matches }) => matches)
  const most = Math.max(...counts)
  const step = stepOf(Math.max(4, most))
  const top = Math.ceil(Math.max(4, most) / step) * step
  const y = (value: number) => BOTTOM - (value / top) * HEIGHT
  const width = WIDTH / days.length
  const x = (index: number) => LEFT + index * width
  const lines = Array.from({ length: top / step + 1 }, (_, index) => index * step)
  const before = days.filter(({ date }) => date < madeOn).length
  const all = counts.reduce((sum, count) => sum + count, 0)
  const [first, last] = [days[0]!.date, days.at(-1)!.date]
  const labels = [0, 0.25, 0.5, 0.75, 1].map((part) => Math.round(part * (days.length - 1)))
  return (
    <svg
      class="plot"
      viewBox="0 0 724 190"
      role="img"
      aria-label={text.alerts.plotName(fullUtcDay(first), fullUtcDay(last), all, most)}
    >
      {lines.map((line) => (
        <g key={line}>
          <line class="grid" x1={LEFT} x2={LEFT + WIDTH} y1={y(line)} y2={y(line)} />
          <text class="end" x={LEFT - 8} y={y(line) + 4}>
            {line}
          </text>
        </g>
      ))}
      {before > 0 && (
        <>
          <rect class="off" x={LEFT} y={TOP} width={before * width} height={HEIGHT} />
          {before > 12 && (
            <text x={LEFT + (before * width) / 2} y={TOP + HEIGHT / 2}>
              {text.alerts.before}
            </text>
          )}
        </>
      )}
      {days.map(({ date, matches }, index) => (
        <rect
          key={date}
          class="bar"
          x={x(index) + 1.5}
          y={y(matches)}
          width={width - 3}
          height={BOTTOM - y(matches)}
          rx="1.5"
        >
          <title>{`${shortUtcDay(date)}: ${matches}`}</title>
        </rect>
      ))}
      {labels.map((index) => (
        <text
          key={index}
          class={index === 0 ? 'start' : index === days.length - 1 ? 'end' : ''}
          x={index === 0 ? LEFT : index === days.length - 1 ? LEFT + WIDTH : x(index) + width / 2}
          y="176"
        >
          {shortUtcDay(days[index]!.date)}
        </text>
      ))}
    </svg>
  )
}

/** The newest day first. */
function DayTable({ days }: { days: readonly Day[] }) {
  return (
    <Table label={text.alerts.perDay} columns={[text.alerts.day, text.alerts.matches]}>
      {[...days].reverse().map(({ date, matches }) => (
        <tr key={date}>
          <th scope="row">{fullUtcDay(date)}</th>
          <td>{matches}</td>
        </tr>
      ))}
    </Table>
  )
}

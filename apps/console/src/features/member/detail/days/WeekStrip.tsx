import { useText } from '@weft/ui'
import * as text from './days.text.ts'
import './days.css'

/** A time in a strip; a line is one of which nothing is known, or in which nothing was the case. */
export interface Stretch {
  from: number
  to: number
  kind: 'well' | 'degraded' | 'down' | 'line'
}
interface Props {
  /** The first midnight, in Unix seconds, and the days from it. */
  from: number
  days: readonly { day: string; value: string }[]
  /** In the order in which they are drawn; the future stays empty. */
  stretches: readonly Stretch[]
  label: string
}

const DAY = 86_400
const WIDTH = 672
/** Top and height of a stretch in a strip of 32 px: low where all is well, the taller the worse. */
const bars = { well: [22, 8], degraded: [10, 20], down: [2, 28] } as const
/** The height at which the line is drawn, just above the foot of the strip. */
const LINE = 30
/** The narrowest that a fault is drawn, in units of the strip: a minute would not be seen. */
const NARROWEST = 2

/** Shows seven days from midnight to midnight as a strip, with a figure for each. */
export function WeekStrip({ from, days, stretches, label }: Props) {
  const t = useText(text)
  const at = (time: number) => Math.min(WIDTH, Math.max(0, ((time - from) / (days.length * DAY)) * WIDTH))
  return (
    <div className="week-strip">
      <svg viewBox={`0 0 ${WIDTH} 32`} preserveAspectRatio="none" role="img" aria-label={label}>
        {stretches.map(({ from: begin, to, kind }) => {
          if (kind === 'line')
            return (
              <path
                key={`${kind} ${begin}`}
                className="week-strip-line"
                d={`M${at(begin)} ${LINE}H${at(to)}`}
                vectorEffect="non-scaling-stroke"
              />
            )
          const width = Math.max(kind === 'down' || kind === 'degraded' ? NARROWEST : 0, at(to) - at(begin))
          const [y, height] = bars[kind]
          return <rect key={`${kind} ${begin}`} className={`week-strip-${kind}`} x={at(begin)} width={width} y={y} height={height} />
        })}
      </svg>
      <ol className="week-strip-days">
        {days.map(({ day, value }, i) => (
          <li key={day}>
            {i === days.length - 1 ? t.today : t.weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]} {Number(day.slice(8))} <b>{value}</b>
          </li>
        ))}
      </ol>
    </div>
  )
}

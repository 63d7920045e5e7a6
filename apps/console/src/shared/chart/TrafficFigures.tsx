import type { TrafficPoint } from '@weft/contract'
import { Nothing, useText, bracketed } from '@weft/ui'
import * as text from './chart.text.ts'
import './chart.css'
import { megabits, megabytes } from './units.ts'

interface Props {
  last: TrafficPoint | undefined
  peak: number
  live: boolean
}

/** Shows the newest rates and the highest one, large enough to read from afar. They are the chart's legend as well. */
export function TrafficFigures({ last, peak, live }: Props) {
  const t = useText(text)
  const named = live ? t.now : t.last
  const figures = [
    { key: 'down', name: named(t.down), rate: last?.down },
    { key: 'upload', name: named(t.upload), rate: last?.upload },
    { key: 'peak', name: t.peak, rate: peak > 0 || last ? peak : undefined },
  ]
  return (
    <dl className="chart-figures">
      {figures.map(({ key, name, rate }) => (
        <div key={key} className={`chart-figure-${key}`}>
          <dt>{name}</dt>
          <dd>
            {rate === undefined ? (
              <Nothing />
            ) : (
              <>
                <strong>{megabits(rate).toFixed(2)}</strong> Mbit/s <small>{bracketed('', `${megabytes(rate).toFixed(2)} MB/s`)}</small>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

import type { TrafficPoint } from '@weft/contract'
import { useText } from '@weft/ui'
import { Scrolling } from '@weft/ui/parts/Scrolling.tsx'
import * as text from './chart.text.ts'
import './chart.css'
import { absoluteTime } from '@weft/ui/parts/time.ts'
import { megabits, megabytes } from './units.ts'

/** Shows the chart's data as a table, newest first, for users who cannot see the chart. */
export function TrafficTable({ points }: { points: readonly TrafficPoint[] }) {
  const t = useText(text)
  return (
    <Scrolling className="chart-table" role="region" label={t.table}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.time}</th>
            {[t.down, t.upload].flatMap((name) =>
              ['Mbit/s', 'MB/s'].map((unit) => (
                <th key={`${name} ${unit}`} scope="col">
                  {t.column(name, unit)}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ time, down, upload }) => (
            <tr key={time}>
              <th scope="row">{absoluteTime(time)}</th>
              <td>{megabits(down).toFixed(2)}</td>
              <td>{megabytes(down).toFixed(2)}</td>
              <td>{megabits(upload).toFixed(2)}</td>
              <td>{megabytes(upload).toFixed(2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}

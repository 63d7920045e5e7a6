import type { TrafficPoint } from '@weft/contract'
import { useText } from '@weft/ui'
import * as text from './chart.text.ts'
import './chart.css'
import { localTime } from './local-time.ts'
import { megabits, megabytes } from './units.ts'

/** What the chart draws, as a table, newest first: its equal for those who do not see it. */
export function TrafficTable({ points }: { points: readonly TrafficPoint[] }) {
  const t = useText(text)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className="chart-table" role="region" aria-label={t.table} tabIndex={0}>
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
              <th scope="row">{localTime(time)}</th>
              <td>{megabits(down).toFixed(2)}</td>
              <td>{megabytes(down).toFixed(2)}</td>
              <td>{megabits(upload).toFixed(2)}</td>
              <td>{megabytes(upload).toFixed(2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

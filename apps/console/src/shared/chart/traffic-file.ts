import type { TrafficPoint } from '@weft/contract'
import { textNow } from '@weft/ui'
import * as text from './chart.text.ts'
import { csv } from '../file/csv.ts'
import { absoluteTime } from '@weft/ui/parts/time.ts'
import { megabits, megabytes } from './units.ts'

/** Rounds to six decimals: exact to the byte, without the noise of binary fractions. */
const exact = (value: number): number => Number(value.toFixed(6))

/** Returns the points as a CSV file in both units. */
export function trafficFile(points: readonly TrafficPoint[]): Blob {
  const t = textNow(text)
  const columns = [t.down, t.upload].flatMap((name) => [t.column(name, 'Mbit/s'), t.column(name, 'MB/s')])
  const rows = points.map(({ time, down, upload }) => [
    absoluteTime(time),
    ...[down, upload].flatMap((rate) => [exact(megabits(rate)), exact(megabytes(rate))]),
  ])
  return csv([[t.time, ...columns], ...rows])
}

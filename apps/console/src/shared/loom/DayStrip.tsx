import { QUARTERS_OF_DAY } from '@weft/contract'
import { useText } from '@weft/ui'
import { memo, useMemo } from 'react'
import { availabilityText, stretchesOf } from './day.ts'
import './day-strip.css'
import * as text from './loom.text.ts'

/** Top and height of a stretch in a strip of 20 px: low where all is well, the taller the worse. */
const bars = { well: [13, 5], degraded: [7, 11], down: [2, 16] } as const
/** The line of a stretch without data is level with the middle of a healthy one. */
const NONE_Y = 15.5

/** Shows a member's or a network's last 24 h as a strip as wide as its place. @param day as `stretchesOf` takes it */
export const DayStrip = memo(function DayStrip({ day, availability }: { day: string | null; availability: number | null }) {
  const t = useText(text)
  const stretches = useMemo(() => stretchesOf(day), [day])
  return (
    <svg
      className="day-strip"
      viewBox={`0 0 ${QUARTERS_OF_DAY} 20`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t.day(availability === null ? t.noData : availabilityText(availability))}
    >
      {stretches.map(({ quarter, from, to }) =>
        quarter === 'none' ? (
          <path key={from} className="day-strip-none" d={`M${from} ${NONE_Y}H${to}`} />
        ) : (
          <rect key={from} className={`day-strip-${quarter}`} x={from} width={to - from} y={bars[quarter][0]} height={bars[quarter][1]} />
        ),
      )}
    </svg>
  )
})

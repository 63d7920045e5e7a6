import { type MouseEvent, type RefObject, useEffect, useMemo, useRef } from 'react'
import type { Line } from './loom-order.ts'
import { severityOf } from './LoomRow.tsx'

const WIDTH = 14

interface Props {
  lines: readonly Line[]
  /** Top and height of each line in px. */
  places: readonly { start: number; size: number }[]
  /** Height of all lines with the head. */
  total: number
  scroll: RefObject<HTMLDivElement | null>
  /** Height of the part that is on screen. */
  seen: number
}

/**
 * Shows where in all rows the faults are, and scrolls there; rows that fit on the screen need none. It is hidden from screen readers, which have the key N, and has no tab stop
 * for the same reason.
 */
export function FaultMap({ lines, places, total, scroll, seen }: Props) {
  const view = useRef<SVGRectElement>(null)
  const height = Math.max(total, seen)
  const paths = useMemo(() => {
    const found = { bad: '', warn: '', group: '' }
    lines.forEach(({ site }, at) => {
      const { start, size } = places[at]!
      if (site === null) found.group += `M0 ${start}H${WIDTH}`
      else {
        const tone = severityOf(site)
        if (tone !== 'quiet') found[tone] += `M3 ${start + size / 2}H${WIDTH - 3}`
      }
    })
    return found
  }, [lines, places])
  useEffect(() => {
    const box = scroll.current
    if (!box) return
    const follow = () => view.current?.setAttribute('y', String(box.scrollTop))
    follow()
    box.addEventListener('scroll', follow, { passive: true })
    return () => box.removeEventListener('scroll', follow)
  }, [scroll])
  const onClick = ({ currentTarget, clientY }: MouseEvent) => {
    const { top, height: shown } = currentTarget.getBoundingClientRect()
    scroll.current?.scrollTo({ top: ((clientY - top) / shown) * height - seen / 2 })
  }
  // A row of 32 px is drawn as high as it is, but never thinner than 2 px.
  const thick = Math.max(2, (32 * seen) / height - 1)
  return (
    <div className="loom-map" aria-hidden="true" onClick={onClick}>
      <svg width={WIDTH} height="100%" viewBox={`0 0 ${WIDTH} ${height}`} preserveAspectRatio="none">
        <rect ref={view} className="loom-map-view" x={0} width={WIDTH} height={Math.min(seen, height)} />
        <path className="loom-map-group" d={paths.group} />
        <path className="loom-map-warn" d={paths.warn} strokeWidth={thick} />
        <path className="loom-map-bad" d={paths.bad} strokeWidth={thick} />
      </svg>
    </div>
  )
}

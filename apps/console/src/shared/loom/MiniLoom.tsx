import type { LinkState } from '@weft/contract'
import { memo, useMemo } from 'react'
import './mini-loom.css'
import { miniLines, type MiniRow, type MiniThread } from './mini-loom.ts'

const HEIGHT = 104
const MARGIN = 8
/** Widest distances between threads and between lines. */
const THREAD_GAP = 96
const LINE_GAP = 14

/** Half the length of a knot where lines are so near that dots could not be seen. */
const DASH = 3
const NEAR = 6

const across = (heights: readonly number[]) => heights.map((y) => `M0 ${y}h1`).join('')

/**
 * Shows a network's loom in small: threads down, sites across. A lost site is a red line across, a lost center a red dashed thread. It
 * is a picture only: whoever shows it says the state in words.
 */
export const MiniLoom = memo(function MiniLoom({ threads, rows }: { threads: readonly MiniThread[]; rows: readonly MiniRow[] }) {
  const lines = useMemo(() => miniLines(rows), [rows])
  const gap = Math.min(LINE_GAP, (HEIGHT - 2 * MARGIN) / Math.max(1, lines.length))
  const top = (HEIGHT - gap * (lines.length - 1)) / 2
  const places = lines.map((line, at) => ({ ...line, y: Math.round((top + at * gap) * 100) / 100 }))
  const heights = (wanted: (line: MiniRow) => boolean) => places.filter(wanted).map(({ y }) => y)
  const dot = Math.max(1.5, Math.min(6, gap * 0.7))
  const reach = gap < NEAR ? DASH : 0
  /** Returns a path with a knot at each height: a dot is the round ends of a stroke without length. */
  const knots = (at: readonly number[]) => at.map((y) => `M${-reach} ${y}h${2 * reach}`).join('')
  const columns = threads.map((thread, at) => ({ ...thread, at, x: `${((at + 0.5) / threads.length) * 100}%` }))
  const wefts = { viewBox: `0 0 1 ${HEIGHT}`, preserveAspectRatio: 'none', width: '100%', height: HEIGHT }
  return (
    <div className="mini-loom" aria-hidden="true" style={{ maxWidth: threads.length * THREAD_GAP }}>
      <div className="mini-loom-names">
        {columns.map(({ name, x }) => (
          <span key={x}>{name}</span>
        ))}
      </div>
      <svg height={HEIGHT} width="100%">
        <svg {...wefts}>
          <path className="mini-loom-weft" d={across(heights(() => true))} />
        </svg>
        {columns.map(({ kind, state, x }) => (
          <line key={x} className={`mini-loom-thread mini-loom-${state === 'down' ? 'lost' : kind}`} x1={x} x2={x} y1={0} y2={HEIGHT} />
        ))}
        <svg {...wefts}>
          <path className="mini-loom-weft mini-loom-ailing" d={across(heights(({ state }) => state === 'degraded'))} />
          <path className="mini-loom-weft mini-loom-broken" d={across(heights(({ state }) => state === 'down' || state === 'failed'))} />
        </svg>
        {columns.map(({ at, x }) => {
          const of = (...states: readonly LinkState[]) => heights(({ crossings }) => states.some((state) => state === crossings[at]))
          return (
            <svg key={x} className="mini-loom-knots" x={x} overflow="visible">
              <path className="mini-loom-up" strokeWidth={dot} d={knots(of('up'))} />
              <path className="mini-loom-standby" strokeWidth={dot} d={knots(of('standby'))} />
              <path className="mini-loom-takeover" strokeWidth={dot + 1} d={knots(of('takeover'))} />
              <path className="mini-loom-never" strokeWidth={dot} d={knots(of('never', 'disabled'))} />
              {of('degraded').map((y) => (
                <path key={y} className="mini-loom-degraded" d={`M-4.5 ${y + 3.5}h9L0 ${y - 4}z`} />
              ))}
              <path
                className="mini-loom-down"
                strokeWidth={Math.max(4, dot)}
                d={of('down')
                  .map((y) => `M0 ${y}h0`)
                  .join('')}
              />
            </svg>
          )
        })}
      </svg>
    </div>
  )
})

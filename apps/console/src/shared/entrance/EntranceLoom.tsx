import { useNarrow, useText } from '@weft/ui'
import * as text from './entrance.text.ts'
import './entrance-loom.css'
import { usePageHidden } from './use-page-hidden.ts'

/** How the loom is drawn: beside the form, or as a band above it. */
interface Drawing {
  box: string
  threads: readonly number[]
  wefts: readonly number[]
  /** Where threads begin, and wefts. */
  top: number
  left: number
  knot: number
  /** The weft that weaves itself in, and the one whose link fails over to the last thread and comes back. */
  fresh: number
  failing: number
  /** Returns whether a weft crosses a thread with a link. */
  links: (weft: number, thread: number) => boolean
}
const spread = (first: number, gap: number, count: number) => Array.from({ length: count }, (_, at) => first + at * gap)
const beside: Drawing = {
  box: '0 0 634 380',
  threads: spread(236, 116, 3),
  wefts: spread(92, 34, 8),
  top: 44,
  left: 172,
  knot: 6,
  fresh: 7,
  failing: 5,
  links: (weft, thread) => thread < 2 || weft === 5 || weft % 3 === 1,
}
const band: Drawing = {
  box: '0 0 390 88',
  threads: spread(90, 105, 3),
  wefts: spread(16, 18, 4),
  top: 0,
  left: -10,
  knot: 4.5,
  fresh: 2,
  failing: 1,
  links: (weft, thread) => (weft + thread) % 3 !== 2,
}

/**
 * Draws what the product does: sites are woven into threads, a weft comes in, a link fails over and comes back. It stands still while nobody
 * sees the page, and where motion is not wanted. The names in it are examples, and it is a picture only.
 */
export function EntranceLoom() {
  const t = useText(text)
  const hidden = usePageHidden()
  const narrow = useNarrow()
  const { box, threads, wefts, top, left, knot, fresh, failing, links } = narrow ? band : beside
  const last = threads.length - 1
  const ring = knot - 1
  return (
    <svg
      className={hidden ? 'entrance-loom entrance-loom-still' : 'entrance-loom'}
      viewBox={box}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {threads.map((x, at) => (
        <g key={x}>
          <path className="entrance-thread" d={`M${x} ${top}V${narrow ? 88 : 368}`} {...(at === last && { strokeDasharray: '5 5' })} />
          {!narrow && (
            <>
              <rect className="entrance-head" x={x - 7} y="36" width="14" height="10" rx="3" opacity={at === last ? 0.6 : 1} />
              <text x={x} y="24" textAnchor="middle">
                {t.threads[at]}
              </text>
            </>
          )}
        </g>
      ))}
      {wefts.map((y, weft) => (
        <g key={y} className={weft === fresh ? 'entrance-fresh' : undefined}>
          {!narrow && (
            <text className="entrance-site" x="72" y={y + 5}>
              {t.sites[weft]}
            </text>
          )}
          <path className="entrance-weft" d={`M${left} ${y}H634`} />
          {threads.map((x, thread) => {
            if (!links(weft, thread)) return null
            const carries = thread === 0
            const moves = weft === failing && (carries ? 'entrance-leaves' : thread === last && 'entrance-takes-over')
            return (
              <g key={x}>
                {!carries && <circle className="entrance-ring" cx={x} cy={y} r={ring} />}
                {(carries || moves) && <circle className={`entrance-knot ${moves || ''}`} cx={x} cy={y} r={knot} />}
              </g>
            )
          })}
        </g>
      ))}
      {!narrow && [1, 4].map((weft) => <circle key={weft} className="entrance-light" cx={left} cy={wefts[weft]} r="2" />)}
    </svg>
  )
}

import type { NetworkPicture } from '@weft/contract'
import { memo } from 'react'
import './network-tile.css'
import { tileOf } from './network-tile.ts'

const SIZE = 40
const MARGIN = 8

/** Returns where one of several lines stands, the first and the last at the margins. */
const placeOf = (at: number, of: number): number => (of === 1 ? SIZE / 2 : MARGIN + (at * (SIZE - 2 * MARGIN)) / (of - 1))

/** Shows a network's loom on a tile: its first threads, and a few sites, the worst of them as a line. It is a picture only. */
export const NetworkTile = memo(function NetworkTile({ picture }: { picture: NetworkPicture | null }) {
  const { threads, lines } = tileOf(picture)
  return (
    <svg className="network-tile" viewBox={`0 0 ${SIZE} ${SIZE}`} width={SIZE} height={SIZE} aria-hidden="true">
      {lines.map((line, at) => {
        const y = placeOf(at, lines.length)
        return <path key={y} className={`network-tile-weft network-tile-${line}`} d={`M6 ${y}H34`} />
      })}
      {threads.map((thread, at) => {
        const x = threads.length === 1 ? SIZE / 2 : 12 + (at * 16) / (threads.length - 1)
        return (
          <g key={x}>
            <path className={`network-tile-thread network-tile-thread-${thread}`} d={`M${x} 5V35`} />
            {lines.map((line, row) => {
              const y = placeOf(row, lines.length)
              return line === 'broken' || line === 'ailing' ? (
                <rect key={y} className={`network-tile-knot-${line}`} x={x - 2.5} y={y - 2.5} width={5} height={5} />
              ) : (
                line === 'well' && <circle key={y} className="network-tile-knot-well" cx={x} cy={y} r={2} />
              )
            })}
          </g>
        )
      })}
    </svg>
  )
})

import { useText } from '@weft/ui'
import { memo } from 'react'
import { MARGIN, type Topology } from './topology-model.ts'
import { pathOf } from './topology-path.ts'
import * as text from './topology.text.ts'

/** Draws all lines below the nodes as one SVG, hidden from screen readers: the nodes' labels contain the number of links. */
export const TopologyLines = memo(({ lines, width, height }: Pick<Topology, 'lines' | 'width' | 'height'>) => {
  const t = useText(text)
  const twin = lines.find(({ kind, points }) => kind === 'twin' && points.length === 2)
  const [from, to] = twin?.points ?? []
  return (
    <>
      <svg className="topology-lines" width={width} height={height} aria-hidden="true">
        {lines.map(({ id, kind, state, own, points }) => (
          <path
            key={id}
            className={`topology-line topology-line-${state} ${kind === 'pop' ? 'topology-line-thin' : ''} ${own ? 'topology-line-own' : ''}`}
            d={pathOf(points)}
          />
        ))}
      </svg>
      {from && to && (
        <span className="topology-line-name" style={{ left: (from[0] + to[0]) / 2, top: from[1], maxWidth: to[0] - from[0] - MARGIN }}>
          {t.twin}
        </span>
      )}
    </>
  )
})

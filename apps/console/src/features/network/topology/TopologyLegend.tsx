import { useText } from '@weft/ui'
import * as text from './topology.text.ts'

const legend = ['online', 'offline', 'partial', 'pop', 'center', 'branch'] as const

/** Explains the lines and frames, below the canvas, where it covers nothing. */
export function TopologyLegend() {
  const t = useText(text)
  return (
    <ul className="topology-legend" aria-label={t.legend}>
      {legend.map((what) => (
        <li key={what}>
          <span className={`topology-key topology-key-${what}`} aria-hidden="true" />
          {t[what]}
        </li>
      ))}
    </ul>
  )
}

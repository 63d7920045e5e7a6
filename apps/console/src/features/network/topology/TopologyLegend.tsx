import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { useNarrow, useText } from '@weft/ui'
import { useState } from 'react'
import * as text from './topology.text.ts'

const legend = ['online', 'offline', 'partial', 'pop', 'center', 'branch'] as const

/** What lines and frames mean; it folds away. */
export function TopologyLegend() {
  const t = useText(text)
  const [open, setOpen] = useState(!useNarrow())
  return (
    <div className="topology-legend">
      <button type="button" className="topology-legend-head" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t.legend}
        {open ? <DownOutlined aria-hidden /> : <UpOutlined aria-hidden />}
      </button>
      {open && (
        <ul>
          {legend.map((what) => (
            <li key={what}>
              <span className={`topology-key topology-key-${what}`} aria-hidden="true" />
              {t[what]}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { useNarrow, useText } from '@weft/ui'
import { useState } from 'react'
import * as text from './topology.text.ts'

const legend = ['online', 'offline', 'partial', 'pop', 'center', 'branch'] as const

/**
 * Explains the lines and frames; it can be collapsed.
 * @param tight true where there is little room: it is collapsed unless the user opens it
 */
export function TopologyLegend({ tight }: { tight: boolean }) {
  const t = useText(text)
  const narrow = useNarrow()
  const [chosen, setOpen] = useState<boolean>()
  const open = chosen ?? !(narrow || tight)
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

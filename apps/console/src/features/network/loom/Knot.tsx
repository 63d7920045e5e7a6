import type { LinkState } from '@weft/contract'
import { StateMark } from '@weft/ui'
import { useState } from 'react'

/** Healthy links are drawn smaller than those that need a look. */
const small = new Set<LinkState>(['up', 'standby', 'never', 'disabled'])

/** Shows the mark of a link, and rings it once when its state changes. */
export function Knot({ state }: { state: LinkState }) {
  const [seen, setSeen] = useState({ state, changes: 0 })
  if (seen.state !== state) setSeen({ state, changes: seen.changes + 1 })
  return (
    <span key={seen.changes} className={`loom-knot ${seen.changes > 0 ? 'loom-knot-changed' : ''}`}>
      <StateMark state={state} size={small.has(state) ? 14 : 16} />
    </span>
  )
}

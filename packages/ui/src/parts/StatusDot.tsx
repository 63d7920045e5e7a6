import type { ReactNode } from 'react'
import './parts.css'

/** The kinds of status in docs/design/screens.md §0.3: shape, colour and text together. */
export type StatusKind = 'online' | 'offline' | 'pending' | 'running' | 'idle' | 'disabled'

/** Shows a state as text with its mark; never by colour alone. */
export function StatusDot({ kind, text }: { kind: StatusKind; text: ReactNode }) {
  return (
    <span className="weft-status">
      <span className={`weft-mark weft-mark-${kind}`} aria-hidden="true" />
      <span>{text}</span>
    </span>
  )
}

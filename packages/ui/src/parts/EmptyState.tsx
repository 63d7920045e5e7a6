import type { ReactNode } from 'react'
import './parts.css'

interface Props {
  /** `unborn`: there never was anything; `filtered`: nothing matches; `forbidden`: the user may not see it. */
  kind?: 'unborn' | 'filtered' | 'forbidden'
  title: string
  hint?: ReactNode
  action?: ReactNode
}

const pictures = {
  // Threads that stand, and wefts that are yet to come.
  unborn: (
    <>
      <path className="weft-picture-line" d="M32 16v56M64 16v56" />
      <path className="weft-picture-line" strokeDasharray="3 5" d="M14 28h68M14 44h68M14 60h68" />
    </>
  ),
  forbidden: (
    <>
      <rect className="weft-picture-main" x="28" y="42" width="40" height="30" rx="5" />
      <path className="weft-picture-line" d="M36 42V32a12 12 0 0 1 24 0v10" />
      <circle className="weft-picture-dot" cx="48" cy="56" r="3" />
    </>
  ),
}

/** Shows that there is nothing here, and what can be done about it. What was filtered away has no picture: the rows are not far. */
export function EmptyState({ kind = 'unborn', title, hint, action }: Props) {
  return (
    <div className="weft-state">
      {kind !== 'filtered' && (
        <svg className="weft-state-picture" viewBox="0 0 96 96" width="96" height="96" aria-hidden="true">
          <ellipse className="weft-picture-ground" cx="48" cy="82" rx="36" ry="5" />
          {pictures[kind]}
        </svg>
      )}
      <p className="weft-state-title">{title}</p>
      {hint && <p className="weft-state-hint">{hint}</p>}
      {action && <div className="weft-state-action">{action}</div>}
    </div>
  )
}

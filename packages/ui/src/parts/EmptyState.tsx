import type { ReactNode } from 'react'
import './parts.css'

interface Props {
  title: string
  hint?: ReactNode
  action?: ReactNode
}

/** Shows that there is nothing yet: a picture, the purpose of the place, and a way to begin. */
export function EmptyState({ title, hint, action }: Props) {
  return (
    <div className="weft-state">
      <svg className="weft-state-picture" viewBox="0 0 96 96" width="96" height="96" aria-hidden="true">
        <ellipse className="weft-picture-ground" cx="48" cy="82" rx="36" ry="5" />
        <path className="weft-picture-line" d="M48 34v14M48 48H24v12M48 48h24v12M48 48v12" />
        <rect className="weft-picture-main" x="34" y="14" width="28" height="20" rx="5" />
        <circle className="weft-picture-dot" cx="42" cy="24" r="2.5" />
        <path className="weft-picture-mark" d="M49 24h7" />
        <rect className="weft-picture-leaf" x="15" y="60" width="18" height="15" rx="4" />
        <rect className="weft-picture-leaf" x="39" y="60" width="18" height="15" rx="4" />
        <rect className="weft-picture-leaf" x="63" y="60" width="18" height="15" rx="4" />
      </svg>
      <p className="weft-state-title">{title}</p>
      {hint && <p className="weft-state-hint">{hint}</p>}
      {action && <div className="weft-state-action">{action}</div>}
    </div>
  )
}

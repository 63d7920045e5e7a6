import type { ReactNode } from 'react'
import './parts.css'

/** The id of the heading that gets focus after a navigation. */
export const PAGE_HEADING = 'page-heading'

interface Props {
  title: ReactNode
  /** Status or tags beside the heading. */
  status?: ReactNode
  /** One line of facts below it. */
  meta?: ReactNode
  /** Buttons; at most one primary. */
  actions?: ReactNode
}

/** The one h1 of a page. */
export function PageHeader({ title, status, meta, actions }: Props) {
  return (
    <div className="weft-page-header">
      <div className="weft-page-heading">
        <div className="weft-page-title">
          <h1 id={PAGE_HEADING} tabIndex={-1}>
            {title}
          </h1>
          {status}
        </div>
        {meta && <div className="weft-page-meta">{meta}</div>}
      </div>
      {actions && <div className="weft-page-actions">{actions}</div>}
    </div>
  )
}

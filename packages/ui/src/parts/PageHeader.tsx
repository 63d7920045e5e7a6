import { type ReactNode, useEffect, useRef } from 'react'
import { takeArrival } from './arrival.ts'
import './parts.css'

interface Props {
  title: ReactNode
  /** Status or tags next to the heading. */
  status?: ReactNode
  /** One line of facts below the heading. */
  meta?: ReactNode
  /** Buttons; at most one primary. */
  actions?: ReactNode
}

/** Shows the only h1 of a page; it takes the focus after a navigation. */
export function PageHeader({ title, status, meta, actions }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takeArrival()) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="weft-page-header">
      <div className="weft-page-heading">
        <div className="weft-page-title">
          <h1 ref={heading} tabIndex={-1}>
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

import { Button } from 'antd'
import { type ReactNode, useLayoutEffect } from 'react'
import { useNavigate } from 'react-router'
import { markArrival } from '../parts/arrival.ts'
import { PageHeader } from '../parts/PageHeader.tsx'
import './system-result.css'

interface Props {
  /** A page that is not shown, by its code, or how an action ended. */
  kind: '403' | '404' | 'success' | 'failure'
  title: string
  hint: ReactNode
  /** More to say below the hint. */
  children?: ReactNode
  to: string
  action: string
}

const marks = { success: 'M104 65l11 11 22-23', failure: 'M109 54l22 22M131 54l-22 22' }

/** Shows in place of a page or of a form why there is none, or how an action ended, and a way on. */
export function SystemResult({ kind, title, hint, children, to, action }: Props) {
  const navigate = useNavigate()
  const ended = kind === 'success' || kind === 'failure'
  // The element that had the focus disappeared with the form.
  useLayoutEffect(() => {
    if (ended) markArrival()
  }, [ended])
  return (
    <div className={`system-result system-result-${kind}`}>
      <svg viewBox="0 0 240 120" width="240" height="120" aria-hidden="true">
        <ellipse className="weft-picture-ground" cx="120" cy="106" rx="96" ry="8" />
        <path className="system-thread" d={ended ? 'M4 64h76M160 64h76' : 'M4 66h34M202 66h34'} />
        {ended ? (
          <>
            <circle className="system-disc" cx="120" cy="64" r="36" />
            <path className="system-mark" d={marks[kind]} />
          </>
        ) : (
          <>
            <text x="120" y="88" textAnchor="middle">
              {kind}
            </text>
            <circle className="system-end" cx="38" cy="66" r="4" />
            <circle className="system-end" cx="202" cy="66" r="4" />
          </>
        )}
      </svg>
      <PageHeader title={title} />
      <p>{hint}</p>
      {children}
      <Button
        type="primary"
        href={to}
        onClick={(event) => {
          event.preventDefault()
          void navigate(to)
        }}
      >
        {action}
      </Button>
    </div>
  )
}

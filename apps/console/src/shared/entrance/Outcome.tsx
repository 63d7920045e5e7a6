import { markArrival, PageHeader } from '@weft/ui'
import { Button } from 'antd'
import { type ReactNode, useLayoutEffect } from 'react'
import { useNavigate } from 'react-router'
import './entrance.css'

interface Props {
  kind: 'success' | 'failure'
  title: string
  children?: ReactNode
  /** The address that the button opens; `action` is its label. */
  to: string
  action: string
}

/** Shows how an action ended, in place of its form: a picture, a title and a button that leads on. */
export function Outcome({ kind, title, children, to, action }: Props) {
  const navigate = useNavigate()
  // The element that had the focus disappeared with the form.
  useLayoutEffect(markArrival, [])
  return (
    <div className="entrance-outcome">
      <svg
        className={`entrance-outcome-picture entrance-outcome-${kind}`}
        viewBox="0 0 240 132"
        width="240"
        height="132"
        aria-hidden="true"
      >
        <ellipse className="entrance-outcome-ground" cx="120" cy="122" rx="72" ry="7" />
        <path className="entrance-outcome-line" d="M20 60h56M164 60h56" />
        <circle className="entrance-outcome-end" cx="14" cy="60" r="6" />
        <circle className="entrance-outcome-end" cx="226" cy="60" r="6" />
        <circle className="entrance-outcome-disc" cx="120" cy="60" r="44" />
        <path className="entrance-outcome-mark" d={kind === 'success' ? 'M100 61l14 14 27-29' : 'M106 46l28 28M134 46l-28 28'} />
      </svg>
      <PageHeader title={title} />
      {children}
      <div className="entrance-outcome-actions">
        <Button
          type="primary"
          size="large"
          href={to}
          onClick={(event) => {
            event.preventDefault()
            void navigate(to)
          }}
        >
          {action}
        </Button>
      </div>
    </div>
  )
}

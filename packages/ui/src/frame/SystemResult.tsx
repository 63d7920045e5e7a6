import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { PageHeader } from '../parts/PageHeader.tsx'
import './system-result.css'

interface Props {
  code: '403' | '404'
  title: string
  hint: string
  to: string
  action: string
}

/** Shows why there is no page, and a way back. */
export function SystemResult({ code, title, hint, to, action }: Props) {
  const navigate = useNavigate()
  return (
    <div className="system-result">
      <svg viewBox="0 0 240 120" width="240" height="120" aria-hidden="true">
        <ellipse className="weft-picture-ground" cx="120" cy="106" rx="96" ry="8" />
        <path className="system-thread" d="M4 66h34M202 66h34" />
        <text x="120" y="88" textAnchor="middle">
          {code}
        </text>
        <circle className="system-end" cx="38" cy="66" r="4" />
        <circle className="system-end" cx="202" cy="66" r="4" />
      </svg>
      <PageHeader title={title} />
      <p>{hint}</p>
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

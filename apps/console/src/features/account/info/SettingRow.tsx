import { type StatusKind, StatusDot } from '@weft/ui'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Term } from '../../../shared/help/Term.tsx'
import type { TermName } from '../../../shared/help/terms.ts'

interface Props {
  icon: ReactNode
  title: string
  /** Explained by a `?` beside the title. */
  term?: TermName
  text: string
  status: { kind: StatusKind; text: string } | string
  /** The present value, next to the status. */
  value?: string | undefined
  /** The verb, and either the address to which it leads or the function that it calls. */
  action: string
  to?: string
  onAct?: () => void
  busy?: boolean
}

/** Shows one line of the settings: its title, its state, and the way to change it. */
export function SettingRow({ icon, title, term, text, status, value, action, to, onAct, busy = false }: Props) {
  const label = `${action} ${title}`
  return (
    <li className="account-row">
      <span className="account-row-icon" aria-hidden="true">
        {icon}
      </span>
      <div className="account-row-what">
        <div className="account-row-title">
          <h2>{title}</h2>
          {term && <Term of={term} />}
        </div>
        <p>{text}</p>
      </div>
      <div className="account-row-status">
        {typeof status === 'string' ? status : <StatusDot {...status} />}
        {value && <span className="account-row-value">{value}</span>}
      </div>
      <div className="account-row-action">
        {to ? (
          <Link to={to} aria-label={label}>
            {action}
          </Link>
        ) : (
          <Button type="link" aria-label={label} loading={busy} onClick={onAct}>
            {action}
          </Button>
        )}
      </div>
    </li>
  )
}

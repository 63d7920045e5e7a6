import { Link, type To } from 'react-router'
import './entrance.css'

interface Props {
  label: string
  ways: readonly { key: string; label: string; to: To }[]
  current: string
}

/** Leads between the ways to do the same: links that change only the query, so that the form below keeps what was typed. */
export function EntranceSwitch({ label, ways, current }: Props) {
  return (
    <nav className="entrance-switch" aria-label={label}>
      {ways.map((way) => (
        <Link key={way.key} to={way.to} replace preventScrollReset aria-current={way.key === current || undefined}>
          {way.label}
        </Link>
      ))}
    </nav>
  )
}

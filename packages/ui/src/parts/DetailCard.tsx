import { type ReactNode, useId } from 'react'
import './detail-card.css'

interface Props {
  title: string
  /** A `?` that says what the title means. */
  term?: ReactNode
  extra?: ReactNode
  children: ReactNode
}

/** Shows one subject of the page, with its heading. */
export function DetailCard({ title, term, extra, children }: Props) {
  const heading = useId()
  return (
    <section className="detail-card" aria-labelledby={heading}>
      <div className="detail-card-head">
        <span className="detail-card-title">
          <h2 id={heading}>{title}</h2>
          {term}
        </span>
        {extra}
      </div>
      {children}
    </section>
  )
}

/** Shows names and values in two columns. */
export function Facts({ facts }: { facts: { label: string; value: ReactNode }[] }) {
  return (
    <dl className="facts">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

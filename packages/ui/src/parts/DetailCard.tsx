import { type ReactNode, useId } from 'react'
import './detail-card.css'

/** Shows one subject of the page, with its heading. */
export function DetailCard({ title, extra, children }: { title: string; extra?: ReactNode; children: ReactNode }) {
  const heading = useId()
  return (
    <section className="detail-card" aria-labelledby={heading}>
      <div className="detail-card-head">
        <h2 id={heading}>{title}</h2>
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

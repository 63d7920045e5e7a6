import { type ReactNode, useId } from 'react'
import './member-detail.css'

/** One subject of the page, with its heading. */
export function DetailCard({ title, extra, children }: { title: string; extra?: ReactNode; children: ReactNode }) {
  const heading = useId()
  return (
    <section className="member-panel" aria-labelledby={heading}>
      <div className="member-panel-head">
        <h2 id={heading}>{title}</h2>
        {extra}
      </div>
      {children}
    </section>
  )
}

/** Names and values in two columns. */
export function Facts({ facts }: { facts: { label: string; value: ReactNode }[] }) {
  return (
    <dl className="member-facts">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

import { type ReactNode, useId } from 'react'
import { Term } from '../../../shared/help/Term.tsx'
import type { TermName } from '../../../shared/help/terms.ts'

interface Props {
  icon: ReactNode
  title: string
  /** Explained by a `?` beside the title. */
  term?: TermName
  /** Shown next to the title. */
  status?: ReactNode
  text: string
  action?: ReactNode
  children?: ReactNode
}

/** Shows one setting of the page: its title, its state, and what can be done. */
export function SecurityCard({ icon, title, term, status, text, action, children }: Props) {
  const id = useId()
  return (
    <section className="security-card" aria-labelledby={id}>
      <div className="security-head">
        <span className="security-icon" aria-hidden="true">
          {icon}
        </span>
        <div className="security-what">
          <div className="security-title">
            <h2 id={id}>{title}</h2>
            {term && <Term of={term} />}
            {status}
          </div>
          <p>{text}</p>
        </div>
        {action && <div className="security-action">{action}</div>}
      </div>
      {children}
    </section>
  )
}

import { useText } from '@weft/ui'
import { Button } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { Term } from '../../../shared/help/Term.tsx'
import type { TermName } from '../../../shared/help/terms.ts'
import { useSaves } from './saved-panel.ts'
import * as text from './settings-tab.text.ts'
import { type Panel, usePanel } from './use-panel.ts'

interface Props {
  /** Target of the link in the list of contents. */
  id: string
  title: string
  /** The term of the product that the title is. */
  term?: TermName
  /** The card flashes once after each save of these panels. */
  panel?: Panel | readonly Panel[]
  /** The card's button; none if the setting cannot be edited. */
  action?: ReactNode
  children: ReactNode
}

/** Shows the current value of one setting, without anything to open. */
export function SettingCard({ id, title, term, panel, action, children }: Props) {
  const heading = useId()
  const saves = useSaves(panel ?? [])
  const [seen] = useState(saves)
  return (
    <section id={id} className="setting-card" aria-labelledby={heading}>
      {saves > seen && <span key={saves} className="setting-flash" aria-hidden="true" />}
      <header>
        <span className="setting-title">
          <h2 id={heading}>{title}</h2>
          {term && <Term of={term} />}
        </span>
        {action}
      </header>
      {children}
    </section>
  )
}

/** A button that opens the panel of a setting. */
export function OpenPanel({ panel, node, of, view = false }: { panel: Panel; node?: string; of: string; view?: boolean }) {
  const t = useText(text)
  const { open } = usePanel()
  return (
    <Button type="link" className="setting-open" aria-label={view ? t.viewOf(of) : t.editOf(of)} onClick={() => open(panel, node)}>
      {view ? t.view : t.edit}
    </Button>
  )
}

/** Lists names and values; a name that is a term of the product has its `?`. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode, term?: TermName])[] }) {
  return (
    <dl className="setting-facts">
      {rows.map(([name, value, term]) => (
        <div key={name}>
          <dt>
            {name}
            {term && <Term of={term} />}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

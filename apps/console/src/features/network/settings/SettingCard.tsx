import { useText } from '@weft/ui'
import { MenuButton } from '@weft/ui/parts/MenuButton.tsx'
import { Button } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { Term } from '../../../shared/help/Term.tsx'
import type { TermName } from '../../../shared/help/terms.ts'
import { useSaves } from './saved-panel.ts'
import * as text from './settings-tab.text.ts'
import { type Panel, usePanel } from './use-panel.ts'

interface Props {
  title: string
  /** The term of the product that the title is. */
  term?: TermName
  /** The card flashes once after each save of these panels. */
  panel?: Panel | readonly Panel[]
  /** The card's button; none if the setting cannot be edited. */
  action?: ReactNode
  /** The present value, in words. */
  value: ReactNode
  /** True for a setting that is off or has no value: its words are grey. */
  off?: boolean
  /** One line about the value. */
  note?: ReactNode
  /** True if the line says what needs somebody soon. */
  warns?: boolean
}

/** Shows the present value of one setting at a glance. The button of the card takes a press anywhere on it. */
export function SettingCard({ title, term, panel, action, value, off = false, note, warns = false }: Props) {
  const heading = useId()
  const saves = useSaves(panel ?? [])
  const [seen] = useState(saves)
  return (
    <section className="setting-card" aria-labelledby={heading}>
      {saves > seen && <span key={saves} className="setting-flash" aria-hidden="true" />}
      <header>
        <span className="setting-title">
          <h2 id={heading}>{title}</h2>
          {term && <Term of={term} />}
        </span>
        {action}
      </header>
      <p className={off ? 'setting-value setting-off' : 'setting-value'}>{value}</p>
      {note && <p className={warns ? 'setting-note setting-warns' : 'setting-note'}>{note}</p>}
    </section>
  )
}

/** A button that opens the panel of a setting. */
export function OpenPanel({ panel, node, of, words }: { panel: Panel; node?: string; of: string; words?: string }) {
  const t = useText(text)
  const { open } = usePanel()
  return (
    <Button
      type="link"
      className="setting-open"
      aria-label={words === undefined ? t.editOf(of) : `${words} ${of}`}
      onClick={() => open(panel, node)}
    >
      {words ?? t.edit}
    </Button>
  )
}

interface Choice {
  key: string
  label: string
  onClick: () => void
}

/** A button for a setting that has several panels or actions: it does the only one, or offers them in a menu. */
export function OpenOne({ of, choices, words }: { of: string; choices: readonly Choice[]; words?: string }) {
  const t = useText(text)
  const [only, ...others] = choices
  if (!only) return null
  if (others.length === 0)
    return (
      <Button
        type="link"
        className="setting-open"
        aria-label={words === undefined ? t.choiceOf(only.label, of) : undefined}
        onClick={only.onClick}
      >
        {words ?? t.edit}
      </Button>
    )
  return (
    <MenuButton type="link" className="setting-open" aria-label={t.editOf(of)} items={[...choices]}>
      {t.edit}
    </MenuButton>
  )
}

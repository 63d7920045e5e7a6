import type { MemberState } from '@weft/contract'
import { StateMark } from '@weft/ui'
import { Command } from 'cmdk'
import type { ReactNode } from 'react'

/** One line of the palette. */
export interface Item {
  /** Identifies it within its group. */
  key: string
  icon?: ReactNode
  state?: MemberState | undefined
  label: string
  /** Shown at the end of the line. */
  hint?: string | undefined
  /** Why it cannot be chosen; it is shown in place of the hint. */
  blocked?: string | undefined
  onChoose: () => void
}

/** Shows a group of lines under its heading; nothing if there are none. @param marked the words that are marked in the labels */
export function Items({ heading, items, marked = [] }: { heading: string; items: readonly Item[]; marked?: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <Command.Group heading={heading}>
      {items.map(({ key, icon, state, label, hint, blocked, onChoose }) => (
        <Command.Item key={key} value={`${heading} ${key}`} disabled={blocked !== undefined} onSelect={onChoose}>
          <span className="palette-icon" aria-hidden="true">
            {icon}
          </span>
          {state && <StateMark state={state} size={12} />}
          <span className="palette-label">
            <Marked text={label} words={marked} />
          </span>
          {(blocked ?? hint) !== undefined && <span className="palette-hint">{blocked ?? hint}</span>}
        </Command.Item>
      ))}
    </Command.Group>
  )
}

/** Shows a text with the first place of each word in bold. */
function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const lower = text.toLowerCase()
  const places = words
    .map((word) => ({ from: lower.indexOf(word.toLowerCase()), length: word.length }))
    .filter(({ from, length }) => from >= 0 && length > 0)
    .toSorted((a, b) => a.from - b.from)
  const parts: ReactNode[] = []
  let at = 0
  for (const { from, length } of places) {
    if (from < at) continue
    parts.push(text.slice(at, from), <b key={from}>{text.slice(from, from + length)}</b>)
    at = from + length
  }
  return [...parts, text.slice(at)]
}

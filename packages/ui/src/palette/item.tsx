import type { MemberState } from '@weft/contract'
import { Command } from 'cmdk'
import { type ReactNode, useEffectEvent, useLayoutEffect } from 'react'
import { StateMark } from '../parts/StateMark.tsx'

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

/** Lines under a heading. */
export interface ItemGroup {
  heading: string
  items: readonly Item[]
}

const none: readonly string[] = []

/** Holds the lines. @param label what a screen reader calls them */
export const Lines = ({ label, children }: { label: string; children: ReactNode }) => <Command.List label={label}>{children}</Command.List>

/** Says in place of lines that they are searched. */
export const Searching = ({ children }: { children: ReactNode }) => <Command.Loading>{children}</Command.Loading>

const valueOf = (heading: string, { key }: Item) => `${heading} ${key}`

/**
 * Shows groups of lines, without those that are empty.
 * @param marked the words that are marked in the labels
 * @param onFirst called with the first line that can be chosen whenever it is another: groups arrive one after another, and the line
 * that Enter chooses must be the first on screen
 */
export function Groups({
  groups,
  marked = none,
  onFirst,
}: {
  groups: readonly ItemGroup[]
  marked?: readonly string[]
  onFirst: (value: string) => void
}) {
  const first = groups.flatMap(({ heading, items }) => items.filter((one) => !one.blocked).map((one) => valueOf(heading, one)))[0]
  const change = useEffectEvent(onFirst)
  // Before it is drawn: Enter chooses the marked line, and would choose none in a moment in which no line is marked.
  useLayoutEffect(() => {
    if (first !== undefined) change(first)
  }, [first])
  return groups.map((group) => <Group key={group.heading} {...group} marked={marked} />)
}

function Group({ heading, items, marked }: ItemGroup & { marked: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <Command.Group heading={heading}>
      {items.map((item) => (
        <Line key={item.key} value={valueOf(heading, item)} item={item} marked={marked} />
      ))}
    </Command.Group>
  )
}

function Line({ value, item, marked }: { value: string; item: Item; marked: readonly string[] }) {
  const { icon, state, label, hint, blocked, onChoose } = item
  return (
    <Command.Item value={value} disabled={blocked !== undefined} onSelect={onChoose}>
      <span className="palette-icon" aria-hidden="true">
        {icon}
      </span>
      {state && <StateMark state={state} size={12} />}
      <span className="palette-label">
        <Marked text={label} words={marked} />
      </span>
      {(blocked ?? hint) !== undefined && <span className="palette-hint">{blocked ?? hint}</span>}
    </Command.Item>
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

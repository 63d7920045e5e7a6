import { useVirtualizer } from '@tanstack/react-virtual'
import type { NetworkMember } from '@weft/contract'
import { useText, clauses } from '@weft/ui'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTopologyActions } from './topology-actions.ts'
import { type BranchGroup, titleOf } from './topology-groups.ts'
import { CHIPS } from './topology-model.ts'
import * as text from './topology.text.ts'
import { groupName, markOf } from './topology-words.ts'

const OVERSCAN = 2

const focusChip = (box: HTMLElement | null, at: number) =>
  requestAnimationFrame(() => box?.querySelector<HTMLElement>(`[data-chip="${at}"]`)?.focus({ preventScroll: true }))

/** Shows the members of an open group, four in a row. It is one stop for Tab; the arrow keys move between members. */
export function GroupChips({ group, onClose }: { group: BranchGroup; onClose: () => void }) {
  const t = useText(text)
  const { members } = group
  const { selected, select } = useTopologyActions()
  const box = useRef<HTMLDivElement>(null)
  const chosen = members.findIndex(({ router_name }) => router_name === selected)
  const [wanted, setWanted] = useState(0)
  const current = Math.min(wanted, members.length - 1)
  const virtualizer = useVirtualizer({
    count: Math.ceil(members.length / CHIPS.columns),
    getScrollElement: () => box.current,
    estimateSize: () => CHIPS.height + CHIPS.gap,
    overscan: OVERSCAN,
    initialRect: { width: 0, height: CHIPS.rows * (CHIPS.height + CHIPS.gap) },
  })
  // Scroll to a member that was searched for.
  useEffect(() => {
    if (chosen < 0) return
    setWanted(chosen)
    virtualizer.scrollToIndex(Math.floor(chosen / CHIPS.columns), { align: 'auto' })
  }, [chosen, virtualizer])

  const go = (to: number) => {
    const next = Math.min(members.length - 1, Math.max(0, to))
    setWanted(next)
    virtualizer.scrollToIndex(Math.floor(next / CHIPS.columns), { align: 'auto' })
    focusChip(box.current, next)
  }
  const keyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const steps: Record<string, number> = {
      ArrowRight: current + 1,
      ArrowLeft: current - 1,
      ArrowDown: current + CHIPS.columns,
      ArrowUp: current - CHIPS.columns,
      PageDown: current + CHIPS.columns * CHIPS.rows,
      PageUp: current - CHIPS.columns * CHIPS.rows,
      Home: 0,
      End: members.length - 1,
    }
    const to = steps[event.key]
    if (to !== undefined) {
      event.preventDefault()
      event.stopPropagation()
      go(to)
    }
    // The canvas first closes an open inspector.
    if (event.key === 'Escape' && selected === undefined) {
      event.stopPropagation()
      const head = event.currentTarget.previousElementSibling
      onClose()
      if (head instanceof HTMLElement) head.focus()
    }
  }
  const chip = (member: NetworkMember, at: number) => (
    <li
      key={member.router_name}
      aria-setsize={members.length}
      aria-posinset={at + 1}
      style={{
        top: Math.floor(at / CHIPS.columns) * (CHIPS.height + CHIPS.gap),
        left: `calc(${at % CHIPS.columns} * (100% + ${CHIPS.gap}px) / ${CHIPS.columns})`,
      }}
    >
      <button
        type="button"
        data-chip={at}
        className={`topology-chip ${selected === member.router_name ? 'topology-selected' : ''}`}
        tabIndex={at === current ? 0 : -1}
        aria-pressed={selected === member.router_name}
        title={member.router_name}
        onFocus={() => setWanted(at)}
        onClick={() => select(member.router_name)}
      >
        <span className={`weft-mark weft-mark-${markOf(member)}`} aria-hidden="true" />
        <span className="topology-name">{titleOf(member)}</span>
        <span className="weft-hidden">{clauses('', member.online === 1 ? t.online : t.offline)}</span>
      </button>
    </li>
  )
  const currentRow = Math.floor(current / CHIPS.columns)
  const rows = virtualizer.getVirtualItems().map(({ index }) => index)
  // The current row stays drawn, or the grid would lose its stop for Tab.
  if (!rows.includes(currentRow)) rows.push(currentRow)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it hears the keys of the chips in it
    <div ref={box} className="topology-chips nowheel nopan" onKeyDown={keyDown}>
      <ul aria-label={t.membersOf(groupName(group))} style={{ height: virtualizer.getTotalSize() - CHIPS.gap }}>
        {rows.flatMap((row) =>
          members.slice(row * CHIPS.columns, (row + 1) * CHIPS.columns).map((member, at) => chip(member, row * CHIPS.columns + at)),
        )}
      </ul>
    </div>
  )
}

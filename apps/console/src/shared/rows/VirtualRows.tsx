import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import './rows.css'

interface Props<T> {
  label: string
  rows: readonly T[]
  rowKey: (row: T) => string
  /** Height of every row in pixels. */
  rowHeight: number
  /** Controls of the row take this `tabIndex`: only the current row's can be reached with Tab, the others with the arrow keys. */
  render: (row: T, tabIndex: 0 | -1) => ReactNode
  empty: ReactNode
  /** Called when rows near the end are drawn. */
  onEnd?: () => void
}

const OVERSCAN = 6
const NEAR_END = 12
const PAGE = 8

/** Returns the controls of a row: inputs and buttons before links. */
const controlsOf = (row: Element | null | undefined) =>
  ['input, button', 'a[href]'].flatMap((kind) => [...(row?.querySelectorAll<HTMLElement>(kind) ?? [])])

function focusRow(box: HTMLElement | null, index: number, control: number): void {
  const controls = controlsOf(box?.querySelector(`[data-index="${index}"]`))
  const target = controls[Math.min(control, controls.length - 1)] ?? box
  target?.focus({ preventScroll: true })
}

/** A list of any length that draws only the visible rows and is one stop for the Tab key. */
export function VirtualRows<T>({ label, rows, rowKey, rowHeight, render, empty, onEnd }: Props<T>) {
  const box = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState(0)
  const current = Math.min(wanted, Math.max(0, rows.length - 1))
  const acted = useRef(false)

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rowKey(rows[index]!),
    overscan: OVERSCAN,
    // The current row stays drawn, or the list would lose its stop for the Tab key.
    rangeExtractor: useCallback(
      (range: Range) => {
        const seen = defaultRangeExtractor(range)
        if (seen.includes(current)) return seen
        return current < range.startIndex ? [current, ...seen] : [...seen, current]
      },
      [current],
    ),
  })
  const items = rows.length === 0 ? [] : virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? -1

  useEffect(() => {
    if (last >= rows.length - NEAR_END) onEnd?.()
  }, [last, rows.length, onEnd])

  // A row's own button may remove the row: the focus then moves to the row that follows.
  useLayoutEffect(() => {
    if (!acted.current) return
    acted.current = false
    if (!document.activeElement || document.activeElement === document.body) focusRow(box.current, current, 0)
  }, [rows, current])

  const go = (to: number, control: number) => {
    const index = Math.min(rows.length - 1, Math.max(0, to))
    // Draw the row at once, so that even a key that follows immediately is pressed in it.
    flushSync(() => setWanted(index))
    virtualizer.scrollToIndex(index)
    focusRow(box.current, index, control)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const row = (event.target as HTMLElement).closest('[data-index]')
    if (!row) return
    const index = Number(row.getAttribute('data-index'))
    const controls = controlsOf(row)
    const control = controls.indexOf(event.target as HTMLElement)
    const steps: Record<string, () => void> = {
      ArrowDown: () => go(index + 1, control),
      ArrowUp: () => go(index - 1, control),
      PageDown: () => go(index + PAGE, control),
      PageUp: () => go(index - PAGE, control),
      Home: () => go(0, control),
      End: () => go(rows.length - 1, control),
      ArrowRight: () => controls[control + 1]?.focus(),
      ArrowLeft: () => controls[control - 1]?.focus(),
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    step()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears the keys and clicks of the controls in its rows
    <div
      ref={box}
      className="virtual-rows"
      role="list"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onClick={() => {
        acted.current = true
      }}
      onFocus={(event) => {
        const row = (event.target as HTMLElement).closest('[data-index]')
        if (row) setWanted(Number(row.getAttribute('data-index')))
      }}
    >
      {rows.length === 0 && (
        <div role="listitem" className="virtual-rows-empty">
          {empty}
        </div>
      )}
      <div role="none" style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
        {items.map((item) => (
          <div
            key={item.key}
            role="listitem"
            aria-setsize={rows.length}
            aria-posinset={item.index + 1}
            data-index={item.index}
            className="virtual-row"
            style={{ height: rowHeight, transform: `translateY(${item.start}px)` }}
          >
            {render(rows[item.index]!, item.index === current ? 0 : -1)}
          </div>
        ))}
      </div>
    </div>
  )
}

import { useNarrow, useText } from '@weft/ui'
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { LiveNetwork } from '../detail/network-state.ts'
import { FaultMap } from './FaultMap.tsx'
import { GroupRow } from './GroupRow.tsx'
import { columnsOf, templateOf } from './loom-columns.ts'
import { type Loom as Woven, OWN } from './loom-model.ts'
import { linesOf, type LoomView } from './loom-order.ts'
import * as text from './loom.text.ts'
import { LoomCard } from './LoomCard.tsx'
import { LoomHead } from './LoomHead.tsx'
import { LoomRow } from './LoomRow.tsx'
import { useArrangement } from './use-arrangement.ts'
import { useCard } from './use-card.ts'
import { type Cell, cellOf, elementOf, handleKey } from './use-loom-keys.ts'
import { useLoomRows } from './use-loom-rows.ts'

interface Props {
  network: LiveNetwork
  loom: Woven
  view: LoomView
  /** Moves the focus to the search field. */
  onSearch: () => void
}

/** Shows the rows of the loom: only those on screen are in the document, and none moves while the pointer or the focus is on them. */
export function Loom({ network, loom, view, onSearch }: Props) {
  const t = useText(text)
  const narrow = useNarrow()
  const scroll = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState({ pointer: false, focus: false })
  const [toggled, setToggled] = useState<ReadonlySet<string>>(() => new Set())
  const [wanted, setWanted] = useState({ key: '', column: 0 })
  const [hovered, setHovered] = useState(-1)
  const described = useId()
  const { card, pin, rest, leave, stay, close } = useCard()

  const { groups, news, sort } = useArrangement(loom, view, held.pointer || held.focus || card !== null)
  const searching = view.search !== ''
  const nested = view.grouping !== 'none' || groups.length > 1
  const lines = useMemo(() => {
    // Software members are folded until they are asked for.
    const all = linesOf(groups, (key) => (key === 'software' && !searching) !== toggled.has(key))
    return nested ? all : all.filter(({ site }) => site !== null)
  }, [groups, toggled, searching, nested])
  const columns = useMemo(() => columnsOf(loom, groups, narrow), [loom, groups, narrow])
  const lineOf = useMemo(() => new Map(lines.map(({ key }, at) => [key, at])), [lines])
  const last = columns.length + (narrow ? 1 : 3)
  const current: Cell = { line: lineOf.get(wanted.key) ?? 0, column: Math.min(wanted.column, last) }
  const { virtualizer, places, head, seen, page, total } = useLoomRows(lines, current.line, narrow, scroll)

  const cellAt = (cell: Cell) => elementOf(grid.current, cell)
  const go = (cell: Cell) => {
    // Draw the row at once, so that even a key that follows immediately is pressed in it.
    flushSync(() => setWanted({ key: lines[cell.line]!.key, column: cell.column }))
    virtualizer.scrollToIndex(cell.line)
    const target = cellAt(cell)
    target?.focus({ preventScroll: true })
    // Many threads are scrolled sideways; jsdom scrolls nothing.
    target?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }
  const openAt = ({ line, column }: Cell, open: typeof pin) => {
    const { site } = lines[line]!
    const cell = cellAt({ line, column })
    if (!site || !cell) return
    const thread = columns[column - 1]
    const crossing = thread?.thread ? site.crossings[thread.at] : undefined
    if (thread && (!crossing || crossing === OWN)) return
    open({ site: site.id, column: thread?.thread ? thread.at : undefined, place: cell.getBoundingClientRect() })
  }
  const act = (cell: Cell) => {
    const { group, site } = lines[cell.line]!
    if (site) return openAt(cell, pin)
    setToggled((now) => {
      const next = new Set(now)
      if (!next.delete(group.key)) next.add(group.key)
      return next
    })
  }
  const unfold = () => setToggled((now) => new Set([...now].filter((key) => key !== 'attention')))
  const shut = () => {
    const pinned = card?.pinned === true
    close()
    if (pinned) cellAt(current)?.focus({ preventScroll: true })
  }

  // A row that left the document, as when its member was removed, does not take the focus with it.
  useLayoutEffect(() => {
    if (held.focus && (document.activeElement === document.body || document.activeElement === null))
      cellAt(current)?.focus({ preventScroll: true })
  })
  // The card would stay where its cell was.
  useEffect(() => {
    const box = scroll.current
    box?.addEventListener('scroll', shut, { passive: true })
    return () => box?.removeEventListener('scroll', shut)
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const cell = cellOf(event.target)
    if (!cell) return
    if (event.key === 'Escape' && card) return close()
    handleKey(event, cell, { lines, columns, last, page, go, act, unfold, search: onSearch })
  }
  const onFocus = ({ target }: FocusEvent) => {
    const cell = cellOf(target)
    if (cell) setWanted({ key: lines[cell.line]!.key, column: cell.column })
    setHeld((now) => ({ ...now, focus: true }))
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!grid.current?.contains(relatedTarget)) setHeld((now) => ({ ...now, focus: false }))
  }
  const onPointerOver = ({ target, pointerType }: PointerEvent) => {
    if (pointerType !== 'mouse') return
    setHeld((now) => (now.pointer ? now : { ...now, pointer: true }))
    const cell = cellOf(target)
    const crossing = (target as HTMLElement).closest('.loom-x')
    setHovered(cell && crossing ? cell.column - 1 : -1)
    if (cell && crossing?.classList.contains('loom-linked')) openAt(cell, rest)
    else leave()
  }
  const onPointerLeave = () => {
    setHovered(-1)
    setHeld((now) => ({ ...now, pointer: false }))
    leave()
  }

  const opened = card && loom.sites.find(({ id }) => id === card.site)
  const lit = columns[hovered]
  const openedAt = card?.column === undefined ? 0 : columns.findIndex((column) => column.thread !== null && column.at === card.column) + 1
  return (
    <>
      {news > 0 && (
        <button
          type="button"
          className="loom-pill"
          title={t.newsHint}
          onClick={() => {
            sort()
            scroll.current?.scrollTo({ top: 0 })
          }}
        >
          {t.news(news)}
        </button>
      )}
      <div className="loom-body">
        <div ref={scroll} className="loom-scroll">
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its role depends on the rows; it hears the keys of its cells */}
          <div
            ref={grid}
            role={nested ? 'treegrid' : 'grid'}
            className="loom-grid"
            aria-label={t.grid}
            aria-describedby={described}
            aria-rowcount={lines.length + 1}
            aria-colcount={last + 1}
            style={{ '--loom-columns': templateOf(columns, narrow) } as CSSProperties}
            onKeyDown={onKeyDown}
            onFocus={onFocus}
            onBlur={onBlur}
            onClick={({ target }) => {
              const cell = cellOf(target)
              if (cell) act(cell)
            }}
            onPointerOver={onPointerOver}
            onPointerLeave={onPointerLeave}
          >
            <LoomHead columns={columns} sites={loom.sites} twin={loom.twin} narrow={narrow} />
            <div role="rowgroup" className="loom-rows" style={{ height: total }}>
              {lit && (
                <div className="loom-lit" aria-hidden="true">
                  <span style={{ gridColumn: hovered + 2 }} />
                </div>
              )}
              {virtualizer.getVirtualItems().map(({ index, key }) => {
                const { group, site } = lines[index]!
                const place = { top: places[index]!.start, height: places[index]!.size }
                const common = { columns, index, narrow, ...place, current: index === current.line ? current.column : undefined }
                return site === null ? (
                  <GroupRow key={key} group={group} folded={lines[index + 1]?.group !== group} {...common} />
                ) : (
                  <LoomRow
                    key={key}
                    opened={site.id === card?.site ? openedAt : undefined}
                    site={site}
                    threads={loom.threads}
                    nested={nested}
                    search={view.search}
                    {...common}
                  />
                )
              })}
            </div>
          </div>
        </div>
        {!narrow && total + head > seen && <FaultMap lines={lines} places={places} total={total + head} scroll={scroll} seen={seen} />}
      </div>
      <p id={described} className="weft-hidden">
        {t.keys}
      </p>
      {card && opened && <LoomCard network={network} loom={loom} site={opened} card={card} onClose={shut} onEnter={stay} onLeave={leave} />}
    </>
  )
}

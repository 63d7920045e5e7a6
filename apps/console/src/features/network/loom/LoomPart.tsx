import type { InputRef } from 'antd'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { LiveNetwork } from '../detail/network-state.ts'
import { Loom } from './Loom.tsx'
import { type Loom as Woven, weave } from './loom-model.ts'
import { type LoomFilter, type LoomGrouping, type LoomView, showsAny } from './loom-order.ts'
import './loom.css'
import { type Freshness, LoomFoot } from './LoomFoot.tsx'
import { NobodyDialled, NoBranches, NoneFound } from './LoomNothing.tsx'
import { LoomTools } from './LoomTools.tsx'
import { useNews } from './use-news.ts'

interface Props {
  network: LiveNetwork
  fresh: Freshness
  /** True if the picture is too old to be trusted. */
  stale: boolean
  grouping: LoomGrouping
  filter: LoomFilter
  onGroup: (grouping: LoomGrouping) => void
  onFilter: (filter: LoomFilter) => void
  /** Undefined if members may not be added. */
  onAdd: (() => void) | undefined
  container: () => HTMLElement
  /** The choice of the view, and full screen. */
  children: ReactNode
}

/** Returns the loom of a network; sites that did not change are the same objects as before. */
function useWoven(network: LiveNetwork): Woven {
  const [kept, setKept] = useState(() => ({ network, loom: weave(network) }))
  if (kept.network === network) return kept.loom
  const next = { network, loom: weave(network, kept.loom) }
  setKept(next)
  return next.loom
}

/** Shows a network as a loom: threads are centers and POPs, each row is a site. */
export function LoomPart({ network, fresh, stale, grouping, filter, onGroup, onFilter, onAdd, container, children }: Props) {
  const loom = useWoven(network)
  const [search, setSearch] = useState('')
  const field = useRef<InputRef>(null)
  const view = useMemo((): LoomView => ({ grouping, filter, search }), [grouping, filter, search])
  const news = useNews(loom)
  const branches = loom.sites.some(({ kind }) => kind !== 'center')
  const clear = () => {
    setSearch('')
    onFilter('all')
  }
  // A layout effect, because it runs before the browser paints: a key that is pressed as soon as the page is visible is heard.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest('input, textarea, [contenteditable], [role="dialog"]')) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <div className={`loom ${stale ? 'loom-gone' : ''}`}>
      <LoomTools loom={loom} view={view} search={field} onSearch={setSearch} onGroup={onGroup} onFilter={onFilter} container={container}>
        {children}
      </LoomTools>
      {!branches ? (
        <NoBranches loom={loom} onAdd={onAdd} />
      ) : !showsAny(loom, view) ? (
        <NoneFound view={view} onClear={clear} />
      ) : loom.threads.length === 0 ? (
        <NobodyDialled />
      ) : (
        <Loom network={network} loom={loom} view={view} onSearch={() => field.current?.focus()} />
      )}
      <LoomFoot fresh={fresh} />
      <p className="weft-hidden" role="status">
        {news}
      </p>
    </div>
  )
}

import { useCallback, useState } from 'react'
import { put, useViewParams } from '@weft/ui/frame/use-view-params.ts'
import { loomFilters, type LoomFilter, loomGroupings, type LoomGrouping } from '../loom/loom-order.ts'
import { type Grouping, groupings } from './topology-groups.ts'
import { type ShownState, shownStates } from './topology-model.ts'

/** The views 经纬图, 列表, 连线图. */
export const looks = ['loom', 'list', 'topology'] as const
export type Look = (typeof looks)[number]

/** Returns how the topology is shown: view, grouping and filter are kept in the address, open groups in memory. */
export function useTopologyView() {
  const [params, setParams] = useViewParams()
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => new Set())
  const set = (key: string, value: string, standard?: string) => setParams((now) => put(now, key, value, standard))
  return {
    /** Undefined until the user chooses one. */
    grouping: groupings.find((one) => one === params.get('group')),
    shown: shownStates.find((one) => one === params.get('show')) ?? 'all',
    loomGrouping: loomGroupings.find((one) => one === params.get('group')) ?? 'region',
    filter: loomFilters.find((one) => one === params.get('show')) ?? 'all',
    look: looks.find((one) => one === params.get('look')) ?? 'loom',
    expanded,
    setGrouping: (grouping: Grouping) => {
      setExpanded(new Set())
      set('group', grouping)
    },
    setLoomGrouping: (grouping: LoomGrouping) => set('group', grouping, 'region'),
    setFilter: (filter: LoomFilter) => set('show', filter, 'all'),
    setShown: (shown: ShownState) => set('show', shown, 'all'),
    /** Selects a member, and clears the filter, which may hide it. */
    reveal: (node: string) =>
      setParams((now) => {
        now.delete('show')
        now.set('node', node)
      }),
    setLook: (look: Look) => set('look', look, 'loom'),
    toggle: useCallback(
      (key: string) =>
        setExpanded((now) => {
          const next = new Set(now)
          if (!next.delete(key)) next.add(key)
          return next
        }),
      [],
    ),
    expand: useCallback((key: string) => setExpanded((now) => (now.has(key) ? now : new Set([...now, key]))), []),
  }
}
export type TopologyLook = ReturnType<typeof useTopologyView>

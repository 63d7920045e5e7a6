import { useMemo, useState } from 'react'
import type { Loom } from './loom-model.ts'
import { arrange, countNews, follow, type LoomView } from './loom-order.ts'

/**
 * Returns the groups to draw. While they are held, by a pointer or the focus on them, no row moves; the number of problems that are new since
 * then and the function that sorts again are returned with them.
 */
export function useArrangement(loom: Loom, view: LoomView, held: boolean) {
  const newest = useMemo(() => arrange(loom, view), [loom, view])
  const [kept, setKept] = useState({ view, groups: newest })
  const free = !held || kept.view !== view
  if (free && (kept.groups !== newest || kept.view !== view)) setKept({ view, groups: newest })
  const groups = useMemo(() => (free || kept.groups === newest ? newest : follow(kept.groups, newest, loom)), [free, kept, newest, loom])
  return { groups, news: free ? 0 : countNews(groups), sort: () => setKept({ view, groups: newest }) }
}

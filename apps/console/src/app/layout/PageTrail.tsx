import { Breadcrumb } from '@weft/ui/frame/Breadcrumb.tsx'
import { useLocation } from 'react-router'
import { groups } from '../groups.ts'
import { trailOf } from '../menu.ts'
import { pageAt } from '../pages.ts'

/** Where the page on screen stands. One that is its group's only meaning says so by itself. */
export function PageTrail() {
  const page = pageAt(useLocation().pathname)
  const trail = page ? trailOf(page) : []
  const group = trail[0]?.group
  return group === 'overview' ? null : <Breadcrumb group={group && groups[group]} trail={trail} />
}

import { Breadcrumb } from '@weft/ui/frame/Breadcrumb.tsx'
import { useLocation } from 'react-router'
import { groups } from '../groups.ts'
import { trailOf } from '../menu.ts'
import { pageAt } from '../pages.ts'

/** Shows the breadcrumb of the current page; none in the group `overview`, which is the page itself. */
export function PageTrail() {
  const page = pageAt(useLocation().pathname)
  const trail = page ? trailOf(page) : []
  const group = trail[0]?.group
  return group === 'overview' ? null : <Breadcrumb group={group && groups[group]} trail={trail} />
}

import { SidebarMenu } from '@weft/ui/frame/SidebarMenu.tsx'
import { useLocation } from 'react-router'
import { needsAttentionNow, useVerdict } from '../../shared/account/use-verdict.ts'
import { useAccount } from '../../shared/account/use-account.ts'
import { useIncidentSummary } from '../../shared/monitor/use-incident-summary.ts'
import { groups } from '../groups.ts'
import { menuFor, trailOf } from '../menu.ts'
import { pageAt } from '../pages.ts'
import { groupIcons } from './group-icons.tsx'

const OVERVIEW = '/dashboard'
const INCIDENTS = '/monitor/incidents'

/** Draws the sidebar with the pages that the signed-in user may open, and beside the overview and the incidents how many need somebody. */
export function ConsoleMenu({ collapsed, onGo }: { collapsed: boolean; onGo?: () => void }) {
  const shown = menuFor(useAccount()).map(({ name, pages }) => ({
    name,
    title: groups[name],
    icon: groupIcons[name],
    pages,
    single: name === 'overview',
  }))
  const page = pageAt(useLocation().pathname)
  const waiting = { [OVERVIEW]: needsAttentionNow(useVerdict().data), [INCIDENTS]: useIncidentSummary().data?.open ?? 0 }
  return <SidebarMenu groups={shown} top={page && trailOf(page)[0]} collapsed={collapsed} waiting={waiting} onGo={onGo} />
}

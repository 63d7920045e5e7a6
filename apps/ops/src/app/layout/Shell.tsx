import { ListOwner, textNow } from '@weft/ui'
import { Breadcrumb } from '@weft/ui/frame/Breadcrumb.tsx'
import { Frame } from '@weft/ui/frame/Frame.tsx'
import { Sidebar } from '@weft/ui/frame/Sidebar.tsx'
import { SidebarMenu } from '@weft/ui/frame/SidebarMenu.tsx'
import { ZoneNote } from '@weft/ui/frame/ZoneNote.tsx'
import { useSite } from '@weft/ui/site/use-site.ts'
import { type ReactNode, useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useOperator } from '../../shared/operator/use-operator.ts'
import { endSession } from '../../shared/session/leave.ts'
import { session } from '../../shared/session/session.ts'
import { OutboxPill } from '../../shared/ticket/OutboxPill.tsx'
import { useOpenOrders, useWaitingTickets } from '../../shared/waiting/use-waiting.ts'
import * as text from '../app.text.ts'
import { type GroupName, groups } from '../groups.tsx'
import { menuFor, trailOf } from '../menu.ts'
import { pageAt } from '../pages.ts'
import { Header } from './Header.tsx'

/** The groups whose only page is shown in their place. */
const SINGLE: ReadonlySet<GroupName> = new Set(['start', 'device'])

/** Shows the frame of every page behind the sign-in. */
export function Shell() {
  const { company, product } = useSite()
  useEffect(endWhenOver, [])
  return (
    <Frame header={<Header />} sidebar={<Sidebar title={company || product} menu={DeskMenu} />} footer={<Footer />}>
      <ListOwnerOfOperator>
        <PageTrail />
        <Outlet />
        <OutboxPill />
      </ListOwnerOfOperator>
    </Frame>
  )
}

/** Says below every page which zone its times are in. */
function Footer() {
  return (
    <footer className="frame-footer">
      <ZoneNote />
    </footer>
  )
}

/** Leads to the sign-in page when the token expires, before a call would. @returns stops the timer */
function endWhenOver(): () => void {
  const over = () => endSession(textNow(text).expired)
  const timer = setTimeout(over, (session.get()?.expires ?? 0) - Date.now())
  return () => clearTimeout(timer)
}

/** Stores column settings per operator. */
function ListOwnerOfOperator({ children }: { children: ReactNode }) {
  return <ListOwner value={useOperator().username}>{children}</ListOwner>
}

function DeskMenu({ collapsed, onGo }: { collapsed: boolean; onGo?: () => void }) {
  const shown = menuFor(useOperator()).map(({ name, pages }) => ({ ...groups[name], name, pages, single: SINGLE.has(name) }))
  const page = pageAt(useLocation().pathname)
  const orders = useOpenOrders()
  const waiting = { '/tickets': useWaitingTickets()?.waiting, '/work-orders': orders && orders.waiting + orders.handling }
  return <SidebarMenu groups={shown} top={page && trailOf(page)[0]} collapsed={collapsed} waiting={waiting} onGo={onGo} />
}

function PageTrail() {
  const page = pageAt(useLocation().pathname)
  const trail = page ? trailOf(page) : []
  const group = trail[0]?.group
  return <Breadcrumb group={group && !SINGLE.has(group) ? groups[group].title : undefined} trail={trail} />
}

import { useNarrow, useText } from '@weft/ui'
import { lazy, Suspense } from 'react'
import { sidebar } from './sidebar-state.ts'
import * as text from './layout.text.ts'
import { SidebarMenu } from './SidebarMenu.tsx'

const SidebarDrawer = lazy(async () => ({ default: (await import('./SidebarDrawer.tsx')).SidebarDrawer }))

/** Main navigation: beside the page, or a drawer over it where it is narrow. */
export function Sidebar() {
  const t = useText(text)
  const narrow = useNarrow()
  const collapsed = sidebar.use() === 'collapsed'
  if (narrow)
    return (
      <Suspense>
        <SidebarDrawer />
      </Suspense>
    )
  return (
    <nav className={`console-sidebar ${collapsed ? 'console-sidebar-collapsed' : ''}`} aria-label={t.mainNav}>
      <Suspense>
        <SidebarMenu collapsed={collapsed} />
      </Suspense>
    </nav>
  )
}

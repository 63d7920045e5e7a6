import { lazy, Suspense } from 'react'
import { useText } from '../i18n/use-text.ts'
import { useNarrow } from '../theme/appearance.ts'
import * as text from './frame.text.ts'
import type { AppMenu } from './pages.ts'
import { sidebar } from './sidebar-state.ts'

const SidebarDrawer = lazy(async () => ({ default: (await import('./SidebarDrawer.tsx')).SidebarDrawer }))

/** Shows the main navigation: next to the page, or as a drawer over it on a narrow screen. */
export function Sidebar({ title, menu: Menu }: { title: string; menu: AppMenu }) {
  const t = useText(text)
  const narrow = useNarrow()
  const collapsed = sidebar.use() === 'collapsed'
  if (narrow)
    return (
      <Suspense>
        <SidebarDrawer title={title} menu={Menu} />
      </Suspense>
    )
  return (
    <nav className={`frame-sidebar ${collapsed ? 'frame-sidebar-collapsed' : ''}`} aria-label={t.mainNav}>
      <Suspense>
        <Menu collapsed={collapsed} />
      </Suspense>
    </nav>
  )
}

import { Drawer } from 'antd'
import { useText } from '../i18n/use-text.ts'
import * as text from './frame.text.ts'
import type { AppMenu } from './pages.ts'
import { drawer } from './sidebar-state.ts'

/** Shows the sidebar as a drawer of 280 px. */
export function SidebarDrawer({ title, menu: Menu }: { title: string; menu: AppMenu }) {
  const t = useText(text)
  return (
    <Drawer
      placement="left"
      size={280}
      open={drawer.use()}
      onClose={() => drawer.set(false)}
      title={title || t.mainNav}
      closable={{ 'aria-label': t.closeMenu }}
      styles={{ body: { padding: '8px 0' } }}
    >
      <nav aria-label={t.mainNav}>
        <Menu collapsed={false} onGo={() => drawer.set(false)} />
      </nav>
    </Drawer>
  )
}

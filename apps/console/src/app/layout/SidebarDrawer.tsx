import { useText } from '@weft/ui'
import { Drawer } from 'antd'
import { useSite } from '../../shared/site/use-site.ts'
import * as text from './layout.text.ts'
import { drawer } from './sidebar-state.ts'
import { SidebarMenu } from './SidebarMenu.tsx'

/** The sidebar off the canvas, 280 px. */
export function SidebarDrawer() {
  const t = useText(text)
  const { product } = useSite()
  return (
    <Drawer
      placement="left"
      size={280}
      open={drawer.use()}
      onClose={() => drawer.set(false)}
      title={product || t.mainNav}
      closable={{ 'aria-label': t.closeMenu }}
      styles={{ body: { padding: '8px 0' } }}
    >
      <nav aria-label={t.mainNav}>
        <SidebarMenu collapsed={false} onGo={() => drawer.set(false)} />
      </nav>
    </Drawer>
  )
}

import { MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { useText } from '../i18n/use-text.ts'
import { useNarrow } from '../theme/appearance.ts'
import * as text from './frame.text.ts'
import { drawer, sidebar } from './sidebar-state.ts'

/** Makes the sidebar narrow or wide again, or opens the drawer that holds it. */
export function SidebarToggle() {
  const t = useText(text)
  const narrow = useNarrow()
  const collapsed = sidebar.use() === 'collapsed'
  if (narrow)
    return (
      <button type="button" className="frame-header-item" aria-label={t.openMenu} aria-haspopup="dialog" onClick={() => drawer.set(true)}>
        <MenuOutlined aria-hidden />
      </button>
    )
  return (
    <button
      type="button"
      className="frame-header-item"
      aria-label={collapsed ? t.expand : t.collapse}
      aria-expanded={!collapsed}
      onClick={() => sidebar.set(collapsed ? 'open' : 'collapsed')}
    >
      {collapsed ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
    </button>
  )
}

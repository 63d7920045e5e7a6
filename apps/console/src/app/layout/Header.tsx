import {
  BellOutlined,
  CustomerServiceOutlined,
  MenuFoldOutlined,
  MenuOutlined,
  MenuUnfoldOutlined,
  SearchOutlined,
} from '@ant-design/icons'
import { useNarrow, useText } from '@weft/ui'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { useAccount } from '../../shared/account/use-account.ts'
import { openPalette, PaletteHost } from '../palette/PaletteHost.tsx'
import { exists } from '../pages.ts'
import { Brand } from './Brand.tsx'
import { DownloadMenu } from './DownloadMenu.tsx'
import * as text from './layout.text.ts'
import { drawer, sidebar } from './sidebar-state.ts'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { UserMenu } from './UserMenu.tsx'

const onMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The bar above every page. What leads to a page that does not exist is not there. */
export function Header() {
  const t = useText(text)
  return (
    <header className="console-header">
      <SidebarToggle />
      <Brand />
      <span className="console-space" />
      <button type="button" className="console-search" onClick={openPalette} aria-keyshortcuts={onMac ? 'Meta+K' : 'Control+K'}>
        <SearchOutlined aria-hidden />
        <span className="console-search-text">{t.search}</span>
        <kbd aria-hidden="true">{onMac ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      {exists('/download') && <DownloadMenu />}
      {exists('/ticket/lists') && (
        <Link to="/ticket/lists" className="console-header-item">
          <CustomerServiceOutlined aria-hidden />
          <span className="console-header-text">{t.tickets}</span>
        </Link>
      )}
      <Suspense>{exists('/account/message') && <Bell />}</Suspense>
      <ThemeSwitch />
      <Suspense fallback={<span className="console-user" />}>
        <UserMenu />
      </Suspense>
      <PaletteHost />
    </header>
  )
}

function SidebarToggle() {
  const t = useText(text)
  const narrow = useNarrow()
  const collapsed = sidebar.use() === 'collapsed'
  if (narrow)
    return (
      <button type="button" className="console-header-item" aria-label={t.openMenu} aria-haspopup="dialog" onClick={() => drawer.set(true)}>
        <MenuOutlined aria-hidden />
      </button>
    )
  return (
    <button
      type="button"
      className="console-header-item"
      aria-label={collapsed ? t.expand : t.collapse}
      aria-expanded={!collapsed}
      onClick={() => sidebar.set(collapsed ? 'open' : 'collapsed')}
    >
      {collapsed ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
    </button>
  )
}

function Bell() {
  const t = useText(text)
  const { message_count } = useAccount()
  return (
    <Link to="/account/message" className="console-header-item console-bell" aria-label={t.messages(message_count)}>
      <BellOutlined aria-hidden />
      {message_count > 0 && <span className="console-count">{message_count > 99 ? '99+' : message_count}</span>}
    </Link>
  )
}

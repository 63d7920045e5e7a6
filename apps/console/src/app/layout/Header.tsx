import { BellOutlined, CustomerServiceOutlined } from '@ant-design/icons'
import { useText } from '@weft/ui'
import { Brand } from '@weft/ui/frame/Brand.tsx'
import { SidebarToggle } from '@weft/ui/frame/SidebarToggle.tsx'
import { ThemeSwitch } from '@weft/ui/frame/ThemeSwitch.tsx'
import { PaletteHost } from '@weft/ui/palette/PaletteHost.tsx'
import { SearchButton } from '@weft/ui/palette/SearchButton.tsx'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useApplying } from '../../shared/apply/applying.ts'
import { permits, useAccount } from '../../shared/account/use-account.ts'
import { useSite } from '@weft/ui/site/use-site.ts'
import { exists } from '../pages.ts'
import { DownloadMenu } from './DownloadMenu.tsx'
import { HelpButton } from './HelpButton.tsx'
import * as text from './layout.text.ts'
import { UserMenu } from './UserMenu.tsx'

const ApplyPills = lazy(async () => ({ default: (await import('../../features/network/apply/ApplyPills.tsx')).ApplyPills }))
const Palette = lazy(async () => ({ default: (await import('../palette/Palette.tsx')).Palette }))

/** Draws the bar above every page, without links to pages that do not exist. */
export function Header() {
  const t = useText(text)
  const { product, logo_url } = useSite()
  return (
    <>
      <SidebarToggle />
      <Brand product={product} logo_url={logo_url} />
      <span className="frame-space" />
      <Pills />
      <SearchButton>{t.search}</SearchButton>
      {exists('/handbook') && <HelpButton />}
      <Suspense>{exists('/download') && <DownloadsOfAccount />}</Suspense>
      {exists('/ticket/lists') && (
        <Link to="/ticket/lists" className="frame-header-item">
          <CustomerServiceOutlined aria-hidden />
          <span className="frame-header-text">{t.tickets}</span>
        </Link>
      )}
      <Suspense>{exists('/account/message') && <Bell />}</Suspense>
      <ThemeSwitch />
      <Suspense fallback={<span className="frame-user" />}>
        <UserMenu />
      </Suspense>
      <PaletteHost Palette={Palette} />
    </>
  )
}

/** Shows 「客户端下载」 to a login that may see it. */
function DownloadsOfAccount() {
  return permits(useAccount(), 'download.view') && <DownloadMenu />
}

/** Shows the folded cards of changes that are on their way. */
function Pills() {
  return (
    useApplying().some(({ folded }) => folded) && (
      <Suspense>
        <ApplyPills />
      </Suspense>
    )
  )
}

function Bell() {
  const t = useText(text)
  const { message_count } = useAccount()
  return (
    <Link to="/account/message" className="frame-header-item console-bell" aria-label={t.messages(message_count)}>
      <BellOutlined aria-hidden />
      {message_count > 0 && <span className="frame-count">{message_count > 99 ? '99+' : message_count}</span>}
    </Link>
  )
}

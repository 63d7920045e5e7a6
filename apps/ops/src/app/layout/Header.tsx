import { SafetyCertificateOutlined } from '@ant-design/icons'
import { useText } from '@weft/ui'
import { Brand } from '@weft/ui/frame/Brand.tsx'
import { SidebarToggle } from '@weft/ui/frame/SidebarToggle.tsx'
import { ThemeSwitch } from '@weft/ui/frame/ThemeSwitch.tsx'
import { UserButton } from '@weft/ui/frame/UserButton.tsx'
import { PaletteHost } from '@weft/ui/palette/PaletteHost.tsx'
import { SearchButton } from '@weft/ui/palette/SearchButton.tsx'
import { useSite } from '@weft/ui/site/use-site.ts'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import * as operatorText from '../../shared/operator/operator.text.ts'
import { useOperator } from '../../shared/operator/use-operator.ts'
import { signOut } from '../../shared/session/leave.ts'
import * as text from '../app.text.ts'

const Palette = lazy(async () => ({ default: (await import('../palette/Palette.tsx')).Palette }))

/** Shows the bar above every page. */
export function Header() {
  const t = useText(text)
  const { company, product, logo_url } = useSite()
  return (
    <>
      <SidebarToggle />
      <Brand product={company || product} logo_url={logo_url} />
      <span className="frame-tag">{t.desk}</span>
      <span className="frame-space" />
      <SearchButton>{t.search}</SearchButton>
      <ThemeSwitch />
      <Suspense fallback={<span className="frame-user" />}>
        <UserMenu />
      </Suspense>
      <PaletteHost Palette={Palette} />
    </>
  )
}

function UserMenu() {
  const t = useText(text)
  const navigate = useNavigate()
  const { roles } = useText(operatorText)
  const { username, role } = useOperator()
  const security = {
    key: 'security',
    icon: <SafetyCertificateOutlined aria-hidden />,
    label: t.security,
    onPick: () => void navigate('/security'),
  }
  return <UserButton label={t.userMenu(username)} name={username} who={<div>{roles[role]}</div>} items={[security]} onSignOut={signOut} />
}

import { HomeOutlined, QuestionCircleOutlined } from '@ant-design/icons'
import { useText } from '@weft/ui'
import { Brand } from '@weft/ui/frame/Brand.tsx'
import { PublicFrame } from '@weft/ui/frame/Frame.tsx'
import { LanguageSwitch } from '@weft/ui/frame/LanguageSwitch.tsx'
import { ThemeSwitch } from '@weft/ui/frame/ThemeSwitch.tsx'
import { Link, Outlet } from 'react-router'
import { session } from '../../shared/session/session.ts'
import { OpenPages } from '../../shared/page/open-pages.ts'
import { useSite } from '@weft/ui/site/use-site.ts'
import { exists } from '../pages.ts'
import { Footer } from './Footer.tsx'
import * as text from './layout.text.ts'
import './layout.css'

/** Draws the frame of pages that need no session. */
export function PublicLayout() {
  return (
    <PublicFrame header={<PublicHeader />} footer={<Footer />}>
      <OpenPages value={exists}>
        <Outlet />
      </OpenPages>
    </PublicFrame>
  )
}

function PublicHeader() {
  const t = useText(text)
  const { product, logo_url } = useSite()
  return (
    <>
      <Brand product={product} logo_url={logo_url} />
      <span className="frame-space" />
      {session.get() && (
        <Link to="/" className="frame-header-item">
          <HomeOutlined aria-hidden />
          <span className="frame-header-text">{t.toConsole}</span>
        </Link>
      )}
      <LanguageSwitch />
      <ThemeSwitch />
      {exists('/handbook') && (
        <a href="/handbook" target="_blank" className="frame-header-item">
          <QuestionCircleOutlined aria-hidden />
          <span className="frame-header-text">
            {t.help}
            <span className="weft-hidden">{t.newWindow}</span>
          </span>
        </a>
      )}
    </>
  )
}

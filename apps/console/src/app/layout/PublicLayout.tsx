import { useText } from '@weft/ui'
import { Brand } from '@weft/ui/frame/Brand.tsx'
import { PublicFrame } from '@weft/ui/frame/Frame.tsx'
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
      {session.get() && <Link to="/">{t.toConsole}</Link>}
      {exists('/handbook') && (
        <a href="/handbook" target="_blank">
          {t.help}
          <span className="weft-hidden">{t.newWindow}</span>
        </a>
      )}
    </>
  )
}

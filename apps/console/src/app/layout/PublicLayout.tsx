import { useText } from '@weft/ui'
import { Outlet } from 'react-router'
import { OpenPages } from '../../shared/page/open-pages.ts'
import { exists } from '../pages.ts'
import { Brand } from './Brand.tsx'
import { Footer } from './Footer.tsx'
import * as text from './layout.text.ts'
import './layout.css'

/** The frame of pages that need no session. */
export function PublicLayout() {
  const t = useText(text)
  return (
    <div className="console-public">
      <a className="console-skip" href="#main">
        {t.skip}
      </a>
      <header className="console-header">
        <Brand />
        <span className="console-space" />
        {exists('/handbook') && (
          <a href="/handbook" target="_blank">
            {t.help}
            <span className="weft-hidden">{t.newWindow}</span>
          </a>
        )}
      </header>
      <main id="main" tabIndex={-1} className="console-public-main">
        <OpenPages value={exists}>
          <Outlet />
        </OpenPages>
      </main>
      <Footer />
    </div>
  )
}

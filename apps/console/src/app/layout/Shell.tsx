import { useText } from '@weft/ui'
import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { Breadcrumb } from './Breadcrumb.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import * as text from './layout.text.ts'
import { Sidebar } from './Sidebar.tsx'
import { SessionKeeper } from '../session/SessionKeeper.tsx'
import { ListOwnerOfAccount } from './ListOwnerOfAccount.tsx'
import { OpenPagesOfAccount } from './OpenPagesOfAccount.tsx'
import './layout.css'

/** The frame of every page behind the sign-in. */
export function Shell() {
  const t = useText(text)
  return (
    <div className="console-shell">
      <a className="console-skip" href="#main">
        {t.skip}
      </a>
      <Header />
      <Sidebar />
      <div className="console-body">
        <main id="main" tabIndex={-1} className="console-main">
          <Suspense fallback={<PagePlaceholder />}>
            <ListOwnerOfAccount>
              <OpenPagesOfAccount>
                <Breadcrumb />
                <Outlet />
              </OpenPagesOfAccount>
            </ListOwnerOfAccount>
          </Suspense>
        </main>
        <Footer />
      </div>
      <SessionKeeper />
    </div>
  )
}

/** Keeps the frame from jumping while it is asked who is signed in. */
function PagePlaceholder() {
  return (
    <div className="console-placeholder" aria-hidden="true">
      <span className="weft-bar" />
      <span className="weft-bar" />
    </div>
  )
}

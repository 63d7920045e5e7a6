import { type ReactNode, Suspense } from 'react'
import { useText } from '../i18n/use-text.ts'
import * as text from './frame.text.ts'
import './frame.css'

interface Props {
  header: ReactNode
  sidebar: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/** Draws the frame of every page behind the sign-in. The page may suspend. */
export function Frame({ header, sidebar, footer, children }: Props) {
  return (
    <div className="frame-shell">
      <SkipLink />
      <header className="frame-header">{header}</header>
      {sidebar}
      <div className="frame-body">
        <main id="main" tabIndex={-1} className="frame-main">
          <Suspense fallback={<PagePlaceholder />}>{children}</Suspense>
        </main>
        {footer}
      </div>
    </div>
  )
}

/** Draws the frame of pages that need no session. */
export function PublicFrame({ header, footer, children }: Omit<Props, 'sidebar'>) {
  return (
    <div className="frame-public">
      <SkipLink />
      <header className="frame-header">{header}</header>
      <main id="main" tabIndex={-1} className="frame-public-main">
        {children}
      </main>
      {footer}
    </div>
  )
}

function SkipLink() {
  const t = useText(text)
  return (
    <a className="frame-skip" href="#main">
      {t.skip}
    </a>
  )
}

/** Keeps the frame from jumping while the page loads. */
function PagePlaceholder() {
  return (
    <div className="frame-placeholder" aria-hidden="true">
      <span className="weft-bar" />
      <span className="weft-bar" />
    </div>
  )
}

import { markArrival, useText } from '@weft/ui'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { usePageObjectName } from '../shared/page/page-object.ts'
import { showFlash } from '../shared/session/leave.ts'
import { useSite } from '../shared/site/use-site.ts'
import { pageAt } from './pages.ts'
import * as text from './app.text.ts'
import { NewVersion } from './system/NewVersion.tsx'
import { OfflineStrip } from './system/OfflineStrip.tsx'
import './app.css'

/** Around every page: its title, the focus after a navigation, and what concerns them all. */
export function Root() {
  useEffect(showFlash, [])
  return (
    <>
      <TitleAndFocus />
      <LoadingLine />
      <OfflineStrip />
      <Outlet />
      <NewVersion />
      <ScrollRestoration />
    </>
  )
}

const untitled = { zhCN: '', en: '' }

/** 「{object} - {page} - {product}」 as the title; after a navigation the heading takes the focus and the title is read aloud. */
function TitleAndFocus() {
  const { pathname } = useLocation()
  const { product } = useSite()
  const object = usePageObjectName()
  const page = useText(pageAt(pathname)?.title ?? untitled)
  const title = [object, page, product].filter(Boolean).join(' - ')
  const before = useRef(pathname)
  const [moved, setMoved] = useState(false)
  useLayoutEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    markArrival()
    setMoved(true)
  }, [pathname])
  useEffect(() => {
    if (title) document.title = title
  }, [title])
  return (
    <div className="weft-hidden" aria-live="polite">
      {moved && title}
    </div>
  )
}

/** A line at the top while the next page's code is on its way. */
function LoadingLine() {
  const t = useText(text)
  const { state } = useNavigation()
  return state === 'idle' ? null : <div className="console-loading" role="progressbar" aria-label={t.loading} />
}

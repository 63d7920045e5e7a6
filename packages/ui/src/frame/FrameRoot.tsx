import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { UnsavedHost } from '../dialog/UnsavedHost.tsx'
import { useText } from '../i18n/use-text.ts'
import { markArrival } from '../parts/arrival.ts'
import * as text from './frame.text.ts'
import { NewVersion } from './NewVersion.tsx'
import { OfflineStrip } from './OfflineStrip.tsx'
import { OutageStrip } from './OutageStrip.tsx'
import './frame.css'

/** Wraps every page: sets its title and the focus after a navigation, and shows the parts common to all. @param title of the page shown */
export function FrameRoot({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <TitleAndFocus title={title} />
      <LoadingLine />
      <OfflineStrip />
      <OutageStrip />
      {children}
      <NewVersion />
      <UnsavedHost />
      <ScrollRestoration />
    </>
  )
}

/** Sets the document's title; after a navigation the heading takes the focus and the title is read aloud. */
function TitleAndFocus({ title }: { title: string }) {
  const { pathname } = useLocation()
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

/** Shows a line at the top while the next page's code is loading. */
function LoadingLine() {
  const t = useText(text)
  const { state } = useNavigation()
  return state === 'idle' ? null : <div className="frame-loading" role="progressbar" aria-label={t.loading} />
}

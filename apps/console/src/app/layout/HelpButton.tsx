import { QuestionCircleOutlined } from '@ant-design/icons'
import { useText } from '@weft/ui'
import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { closeHelp, followPage, ofPage, openHelp, useHelp } from '../../shared/help/help.ts'
import * as text from '../../shared/help/help.text.ts'
import { helpOf } from '../menu.ts'
import { pageAt } from '../pages.ts'

const HelpPanel = lazy(async () => ({ default: (await import('../../features/handbook/HelpPanel.tsx')).HelpPanel }))

/** Opens the help beside the page, at the article of the page, by a press or F1; it follows the pages until a link in it is followed. */
export function HelpButton() {
  const t = useText(text)
  const place = useHelp()
  const { pathname } = useLocation()
  const page = pageAt(pathname)
  // A page without an article gets the contents, since no article has the path of the whole handbook.
  const article = (page && helpOf(page)) ?? ''
  useEffect(() => followPage(article), [article])
  const opened = place !== undefined
  useEffect(() => {
    const byKey = (event: KeyboardEvent) => {
      if (event.key !== 'F1') return
      event.preventDefault()
      if (opened) closeHelp()
      else openHelp(ofPage(article))
    }
    document.addEventListener('keydown', byKey)
    return () => document.removeEventListener('keydown', byKey)
  }, [article, opened])
  return (
    <>
      <button
        type="button"
        className="frame-header-item"
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-keyshortcuts="F1"
        onClick={() => (opened ? closeHelp() : openHelp(ofPage(article)))}
      >
        <QuestionCircleOutlined aria-hidden />
        <span className="frame-header-text">{t.help}</span>
      </button>
      {place && (
        <Suspense>
          <HelpPanel place={place} />
        </Suspense>
      )}
    </>
  )
}

import { QuestionCircleOutlined } from '@ant-design/icons'
import { useText } from '@weft/ui'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { closeHelp, inHandbook, openHelp, useHelp } from '../../shared/help/help.ts'
import * as text from '../../shared/help/help.text.ts'
import { helpOf } from '../menu.ts'
import { pageAt } from '../pages.ts'

const HelpPanel = lazy(async () => ({ default: (await import('../../features/handbook/HelpPanel.tsx')).HelpPanel }))

/** Opens the help beside the page, at the article of the page. */
export function HelpButton() {
  const t = useText(text)
  const place = useHelp()
  const { pathname } = useLocation()
  const page = pageAt(pathname)
  // A page without an article gets the contents, since no article has the path of the whole handbook.
  const show = () => openHelp(inHandbook((page && helpOf(page)) ?? ''))
  return (
    <>
      <button
        type="button"
        className="frame-header-item"
        aria-haspopup="dialog"
        aria-expanded={place !== undefined}
        onClick={() => (place ? closeHelp() : show())}
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

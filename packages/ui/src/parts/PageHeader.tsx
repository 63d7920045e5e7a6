import { EllipsisOutlined } from '@ant-design/icons'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useText } from '../i18n/use-text.ts'
import { markArrival, takeArrival } from './arrival.ts'
import { MenuButton } from './MenuButton.tsx'
import * as text from './parts.text.ts'
import './parts.css'

/** An action in the menu of a page header. */
export interface PageAction {
  key: string
  label: string
  onClick: () => void
  /** Done seldom: it stands below what is done every day. */
  rare?: boolean
  /** Destroys something: it is red and stands last. */
  danger?: boolean
}

interface Props {
  title: ReactNode
  /** A `?` that explains the title. */
  term?: ReactNode
  /** How the page's object is: its verdict, which links to its problems. */
  status?: ReactNode
  /** One line of facts below the heading. */
  meta?: ReactNode
  /** The button that is used most. The only primary one of the page, or a plain one where the primary is beside the cause of a problem. */
  actions?: ReactNode
  /** Keeps their place without showing them: an empty list offers them itself, and nothing moves once it is known that it is not empty. */
  hidesActions?: boolean
  /** Everything else that can be done, in any order. */
  more?: readonly PageAction[]
}

const NONE: readonly PageAction[] = []
const rankOf = ({ rare = false, danger = false }: PageAction) => (danger ? 2 : rare ? 1 : 0)

/** Shows the only h1 of a page, which takes the focus after a navigation, with what can be done: one button, and a menu of all else. */
export function PageHeader({ title, term, status, meta, actions, hidesActions = false, more = NONE }: Props) {
  const t = useText(text)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takeArrival()) heading.current?.focus({ preventScroll: true })
  }, [])
  // The heading of a page that was loading hands the focus on to that of the page itself.
  useLayoutEffect(() => {
    const own = heading.current
    return () => {
      if (own && own === document.activeElement) markArrival()
    }
  }, [])
  return (
    <div className="weft-page-header">
      <div className="weft-page-heading">
        <div className="weft-page-title">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {term}
          {status}
        </div>
        {meta && <div className="weft-page-meta">{meta}</div>}
      </div>
      {(actions || more.length > 0) && (
        <div className="weft-page-actions">
          {hidesActions ? <span style={{ display: 'contents', visibility: 'hidden' }}>{actions}</span> : actions}
          {more.length > 0 && (
            <MenuButton icon={<EllipsisOutlined aria-hidden />} aria-label={t.moreActions} title={t.moreActions} items={inOrder(more)} />
          )}
        </div>
      )}
    </div>
  )
}

/** Returns the actions of a menu: the daily ones, the rare ones below a line, and the red ones below another. */
function inOrder(more: readonly PageAction[]) {
  const sorted = more.toSorted((a, b) => rankOf(a) - rankOf(b))
  return sorted.flatMap(({ rare: _, ...item }, at) => {
    const former = sorted[at - 1]
    return former && rankOf(former) !== rankOf(sorted[at]!) ? [{ type: 'divider' as const, key: `above ${item.key}` }, item] : [item]
  })
}

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type Text, useText } from '../i18n/use-text.ts'
import * as text from './frame.text.ts'
import { usePageObjectName } from './page-object.ts'
import type { FramePage } from './pages.ts'

/**
 * Shows the path to the page: group, page and object, at most three steps.
 * @param group the group of the sidebar, if it has its own name
 * @param trail the page and those above it, topmost first
 */
export function Breadcrumb({ group, trail }: { group: Text<string> | undefined; trail: readonly FramePage[] }) {
  const t = useText(text)
  const object = usePageObjectName()
  const last = trail.at(-1)
  if (!last || (group === undefined && trail.length < 2)) return null
  return (
    <nav className="frame-breadcrumb" aria-label={t.breadcrumb}>
      <ol>
        {group && (
          <li>
            <Title of={group} />
          </li>
        )}
        {trail.slice(0, -1).map((above) => (
          <li key={above.path}>
            <Link to={above.path}>
              <Title of={above.title} />
            </Link>
          </li>
        ))}
        <li aria-current="page">{object && last.parent ? object : <Title of={last.title} />}</li>
      </ol>
    </nav>
  )
}

const Title = ({ of }: { of: Text<string> }): ReactNode => useText(of)

import { useText } from '@weft/ui'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { usePageObjectName } from '../../shared/page/page-object.ts'
import { groups } from '../groups.ts'
import { trailOf } from '../menu.ts'
import { type Page, pageAt } from '../pages.ts'
import * as text from './layout.text.ts'

/** Group, page and object: three steps at most. A page that is its group's only meaning has none. */
export function Breadcrumb() {
  const t = useText(text)
  const page = pageAt(useLocation().pathname)
  const object = usePageObjectName()
  if (!page) return null
  const trail = trailOf(page)
  const group = trail[0]?.group
  if (group === 'overview' || (group === undefined && trail.length < 2)) return null
  const last = trail.at(-1)
  return (
    <nav className="console-breadcrumb" aria-label={t.breadcrumb}>
      <ol>
        {group && (
          <li>
            <GroupTitle name={group} />
          </li>
        )}
        {trail.slice(0, -1).map((above) => (
          <li key={above.path}>
            <Link to={above.path}>
              <PageTitle page={above} />
            </Link>
          </li>
        ))}
        <li aria-current="page">{object && page.parent ? object : last && <PageTitle page={last} />}</li>
      </ol>
    </nav>
  )
}

const PageTitle = ({ page }: { page: Page }): ReactNode => useText(page.title)
const GroupTitle = ({ name }: { name: keyof typeof groups }): ReactNode => useText(groups[name])

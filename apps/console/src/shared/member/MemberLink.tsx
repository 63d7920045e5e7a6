import { useText } from '@weft/ui'
import { Link } from 'react-router'
import { usePageOpen } from '../page/open-pages.ts'
import { memberPath } from './member-paths.ts'
import * as text from './member.text.ts'

/** A member's name as a link to its page in a new tab. @param tabIndex set by lists that move the focus themselves */
export function MemberLink({ router_name, tabIndex }: { router_name: string; tabIndex?: 0 | -1 }) {
  const t = useText(text)
  const isOpen = usePageOpen()
  if (!isOpen('/router/detail')) return <span className="weft-mono">{router_name}</span>
  return (
    <Link className="weft-mono" to={memberPath.detail(router_name)} target="_blank" tabIndex={tabIndex}>
      {router_name}
      <span className="weft-hidden">{t.newTab}</span>
    </Link>
  )
}

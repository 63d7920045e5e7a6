import { useText } from '@weft/ui'
import { Link } from 'react-router'
import { memberPath } from '../../../shared/member/member-paths.ts'
import { usePageOpen } from '../../../shared/page/open-pages.ts'
import { networkPath } from '../network-paths.ts'
import { RevisionText } from '../NetworkStatusText.tsx'
import * as text from './network-detail.text.ts'
import type { LiveNetwork } from './network-state.ts'

/** Shows whether all members run the newest revision, and if not how many do and which ones are waited for. */
export function RevisionProgress({ network: { network_number, revision_state, member } }: { network: LiveNetwork }) {
  const t = useText(text)
  const isOpen = usePageOpen()
  const waiting = member.filter((one) => one.revision_state === 'pending')
  const [first] = waiting
  if (revision_state !== 'pending' || first === undefined) return <RevisionText state={revision_state} />
  const never = waiting.filter(({ state }) => state === 'never').length
  const own = waiting.length === 1 && first.router_type === 1 && isOpen('/router/detail')
  return (
    <>
      <RevisionText state="pending" />
      <span>{t.applied(member.filter((one) => one.revision_state === 'applied').length, member.length)}</span>
      <Link to={own ? memberPath.detail(first.router_name) : `${networkPath.detail(network_number)}&tab=members`}>
        {waiting.length === 1 ? t.waitsFor(first.note || first.router_name, never > 0) : t.waitsForMany(waiting.length, never)}
      </Link>
    </>
  )
}

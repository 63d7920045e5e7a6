import type { MemberSummary } from '@weft/contract'
import { useText } from '@weft/ui'
import { Link } from 'react-router'
import { memberPath } from '../../../shared/member/member-paths.ts'
import { useFresh } from '../../../shared/member/use-fresh.ts'
import { WhyOffline } from '../../../shared/member/WhyOffline.tsx'
import { nameOf } from '../../../shared/member/MemberName.tsx'
import { usePageOpen } from '../../../shared/page/open-pages.ts'
import * as text from './member-list.text.ts'

/** Shows the one action that helps a member which is not well; nothing for a healthy one. */
export function RowFix({ member }: { member: MemberSummary }) {
  const t = useText(text)
  const isOpen = usePageOpen()
  const { state, router_type, router_name } = member
  if (useFresh(member)) return null
  if (state === 'down') return <WhyOffline member={member} label={t.whyLost} />
  if (state === 'failed' || state === 'degraded') return <WhyOffline member={member} label={t.why[state]} />
  if (state === 'never' && router_type === 1 && isOpen('/router/detail'))
    return (
      <Link to={memberPath.detail(router_name)} aria-label={t.stepsOf(nameOf(member))}>
        {t.steps}
      </Link>
    )
  return null
}

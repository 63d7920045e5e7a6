import { diagnoses, freshName, type MemberState, type MemberSummary, memberStateNames, needsAttention } from '@weft/contract'
import { language, lasting, StateText, useText } from '@weft/ui'
import { Link } from 'react-router'
import { memberPath } from '../../../shared/member/member-paths.ts'
import { useFresh } from '../../../shared/member/use-fresh.ts'
import { usePageOpen } from '../../../shared/page/open-pages.ts'
import { useSince } from '../../../shared/session/use-since.ts'
import * as text from './member-list.text.ts'

/** Shows how a member is and since when, and under it the cause if something is wrong. It leads to the hop where the way to its networks breaks. */
export function StateCell({ member }: { member: MemberSummary }) {
  const t = useText(text)
  const shown = language.use()
  const isOpen = usePageOpen()
  const { router_name, state, router_type, since, cause } = member
  const fresh = useFresh(member)
  const now = useSince(since)
  const time = since === null ? '' : lasting(now - since)
  const words: Partial<Record<MemberState, string>> = {
    up: (router_type === 1 ? t.online : t.signedIn)(time),
    down: t.lost(time),
    never: t.waiting[router_type],
    failed: t.notApplied,
  }
  const said = (
    <StateText state={fresh ? 'unknown' : state} size={14}>
      {fresh ? freshName[shown] : (words[state] ?? memberStateNames[state][shown])}
    </StateText>
  )
  const broken = (needsAttention(state) || state === 'never') && isOpen('/router/detail')
  return (
    <span className={`member-state member-state-${fresh ? 'unknown' : state}`}>
      {broken ? <Link to={memberPath.broken(router_name)}>{said}</Link> : said}
      {!fresh && cause !== null && needsAttention(state) && state !== 'failed' && <small>{causeOf(diagnoses[cause][shown].text)}</small>}
    </span>
  )
}

/** Returns the beginning of a cause, up to what only the diagnosis knows: 「设备与平台失去联系」. */
const causeOf = (sentence: string) => /^[^，,：:;{]*/.exec(sentence)![0].trim()

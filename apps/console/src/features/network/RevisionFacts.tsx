import { namesText, type RevisionState } from '@weft/contract'
import { language, StateText, useText } from '@weft/ui'
import { Link } from 'react-router'
import { memberPath } from '../../shared/member/member-paths.ts'
import { nameOf } from '../../shared/member/name-of.ts'
import * as changeText from '../../shared/network/change.text.ts'
import { usePageOpen } from '../../shared/page/open-pages.ts'
import { networkPath } from './network-paths.ts'
import { PhaseText } from './NetworkStatusText.tsx'
import './network-state.css'

interface Named {
  router_name: string
  note: string
}

interface Props {
  network_number: string
  state: RevisionState
  members: number
  applied: number
  failed: number
  /** The first of those that failed. */
  refused: readonly Named[]
  /** Members that get it once they are connected. */
  absent: number
  /** The only absent one, if it is known. */
  absentee?: (Named & { never: boolean }) | undefined
}

/**
 * Shows how far the members of a network are with its newest revision: which could not apply it, whether it is being applied, and how many
 * get it once they are connected. Members that are away are never waited for.
 */
export function RevisionFacts({ network_number, state, members, applied, failed, refused, absent, absentee }: Props) {
  const t = useText(changeText)
  const spoken = language.use()
  const isOpen = usePageOpen()
  if (failed === 0 && state !== 'pending' && absent === 0) return <PhaseText phase="applied" />
  const ofOne = (one: Named | undefined) => (one && isOpen('/router/detail') ? memberPath.detail(one.router_name) : undefined)
  const ofMany = `${networkPath.detail(network_number)}&tab=members`
  const names = namesText(refused.map(nameOf), refused.length, spoken)
  return (
    <span className="network-progress">
      {failed > 0 && (
        <Link className="network-progress-failed" to={(failed === 1 && ofOne(refused[0])) || ofMany}>
          <StateText state="failed">{failed === 1 && names !== '' ? t.failed(names) : t.failedMany(failed, names)}</StateText>
        </Link>
      )}
      {state === 'pending' ? (
        <StateText state="running">{t.applying(applied, members)}</StateText>
      ) : (
        absent > 0 && <span>{t.applied(applied, members)}</span>
      )}
      {absent > 0 && (
        <Link className="network-progress-absent" to={(absent === 1 && ofOne(absentee)) || ofMany}>
          {absent === 1 && absentee ? t.laterOf(nameOf(absentee), absentee.never) : t.later(absent)}
        </Link>
      )}
    </span>
  )
}

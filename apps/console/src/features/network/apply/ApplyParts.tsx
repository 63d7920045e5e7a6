import type { ApplyPhase, NetworkImpact, NetworkProgress, State } from '@weft/contract'
import { StateMark, useText } from '@weft/ui'
import { Button } from 'antd'
import { Link } from 'react-router'
import { memberPath } from '../../../shared/member/member-paths.ts'
import { MemberName, nameOf } from '../../../shared/member/MemberName.tsx'
import { typeOf } from '../../../shared/member/name-of.ts'
import { usePageOpen } from '../../../shared/page/open-pages.ts'
import { disturbing } from '../../../shared/network/confirm-impact.tsx'
import * as impactText from '../../../shared/network/impact.text.ts'
import { networkPath } from '../network-paths.ts'
import * as text from './apply.text.ts'

/** Shows the counts of a progress as one bar. */
export function Bar({ counts }: Pick<NetworkProgress, 'counts'>) {
  const t = useText(text)
  const part = (kind: string, n: number) => n > 0 && <i key={kind} className={`apply-bar-${kind}`} style={{ flexGrow: n }} />
  return (
    <div
      className="apply-bar"
      role="progressbar"
      aria-label={t.bar}
      aria-valuemin={0}
      aria-valuemax={counts.members}
      aria-valuenow={counts.applied}
    >
      {part('applied', counts.applied)}
      {part('pending', counts.pending)}
      {part('failed', counts.failed)}
      {part('away', counts.offline + counts.never)}
    </div>
  )
}

const marks: Record<ApplyPhase, State> = { applied: 'up', pending: 'running', failed: 'failed', offline: 'unknown', never: 'never' }

/** Shows a mark for each member, unless there are too many. Whoever cannot see them hears the counts. */
export function Dots({ members }: Pick<NetworkProgress, 'members'>) {
  if (members.length < 2) return null
  return (
    <div className="apply-dots" aria-hidden="true">
      {members.map((member) => (
        <span key={member.router_name} title={nameOf(member)}>
          <StateMark state={marks[member.phase]} size={12} />
        </span>
      ))}
    </div>
  )
}

/** Says in words whom a change disturbs and for how long. */
export function useImpactWords() {
  const t = useText(text)
  const { kinds } = useText(impactText)
  return (impact: readonly NetworkImpact[]): string[] => {
    const disturbed = disturbing(impact)
    return disturbed.length === 0 ? [t.uninterrupted] : disturbed.map(({ kind, count, seconds }) => kinds[kind](count, seconds))
  }
}

interface FailedProps {
  progress: NetworkProgress
  network_number: string
  /** Undefined if the caller may not change the network. */
  onResend: ((router_name: string) => void) | undefined
}

/** Names each member that failed, with its reason and what may help. */
export function Failed({ progress: { failed, counts }, network_number, onResend }: FailedProps) {
  const t = useText(text)
  return (
    <ul className="apply-members">
      {failed.map(({ error, fix, ...member }) => (
        <li key={member.router_name}>
          <div className="apply-member">
            <MemberName member={{ ...member, router_type: typeOf(member.router_name) }} state="failed" form="line" />
            {onResend &&
              (fix === 'prefix' ? (
                <Link
                  to={networkPath.panel(network_number, 'prefix', member.router_name)}
                  aria-label={t.fixOf(t.fixes.prefix, nameOf(member))}
                >
                  {t.fixes.prefix}
                </Link>
              ) : (
                <Button
                  type="link"
                  size="small"
                  aria-label={t.fixOf(t.fixes.resend, nameOf(member))}
                  onClick={() => onResend(member.router_name)}
                >
                  {t.fixes.resend}
                </Button>
              ))}
          </div>
          <p>{error ?? t.hidden}</p>
        </li>
      ))}
      {counts.failed > failed.length && <li>{t.moreFailed(counts.failed - failed.length)}</li>}
    </ul>
  )
}

/** The most absent members that a card names; the others are counted. */
const MOST_OFFLINE = 3

/** Names the members that are offline. They get the revision by themselves. */
export function Offline({ progress: { offline, counts, revision } }: { progress: NetworkProgress }) {
  const t = useText(text)
  const isOpen = usePageOpen()
  const shown = offline.slice(0, MOST_OFFLINE)
  return (
    <ul className="apply-members">
      {shown.map((member) => (
        <li key={member.router_name}>
          <div className="apply-member">
            <MemberName member={member} state={member.router_type === 2 ? 'idle' : 'down'} form="line" />
            {isOpen('/router/detail') && (
              <Link to={memberPath.detail(member.router_name)} aria-label={t.whyOf(nameOf(member))}>
                {t.why}
              </Link>
            )}
          </div>
          <p>{t.offlineBody(revision)}</p>
        </li>
      ))}
      {counts.offline > shown.length && <li>{t.moreOffline(counts.offline - shown.length)}</li>}
    </ul>
  )
}

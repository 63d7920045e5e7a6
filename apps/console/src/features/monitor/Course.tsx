import { alertEventNames, type Incident, memberStateNames } from '@weft/contract'
import { absoluteTime, duration, language, useText } from '@weft/ui'
import { Link } from 'react-router'
import { memberPath } from '../../shared/member/member-paths.ts'
import { networkPath } from '../../shared/network/network-paths.ts'
import { usePageOpen } from '../../shared/page/open-pages.ts'
import * as text from './alert-record.text.ts'

/** Says what happened in an incident, one after another to the second, and leads to what it is about. */
export function Course({ incident }: { incident: Incident }) {
  const t = useText(text)
  const spoken = language.use()
  const isOpen = usePageOpen()
  const { kind, router_name, deleted, network_number, open_time, close_time, seconds, ack_name, ack_time } = incident
  const steps = [
    { at: open_time, words: alertEventNames[kind][spoken], state: 'down' },
    ...(ack_time === null ? [] : [{ at: ack_time, words: t.acknowledgedOf(ack_name ?? ''), state: 'idle' }]),
    ...(close_time === null || close_time === open_time
      ? []
      : [{ at: close_time, words: t.recoveredAfter(duration(seconds)), state: 'up' }]),
  ].toSorted((a, b) => a.at - b.at)
  return (
    <section className="monitor-course" aria-label={t.course}>
      <strong>{t.course}</strong>
      <ol>
        {steps.map(({ at, words, state }) => (
          <li key={`${at} ${state}`} className={`monitor-step monitor-step-${state}`}>
            <time className="weft-mono">{absoluteTime(at)}</time> {words}
          </li>
        ))}
        {close_time === null && (
          <li className="monitor-step monitor-step-now">
            <span>{t.now}</span> {t.lasts(duration(seconds))}
          </li>
        )}
      </ol>
      {router_name !== null && deleted === 0 && isOpen('/router/detail') && (
        <Link to={memberPath.detail(router_name)}>{close_time === null ? t.why(memberStateNames.down[spoken]) : t.toSite}</Link>
      )}
      {router_name === null && network_number !== null && isOpen('/network/detail') && (
        <Link to={networkPath.detail(network_number)}>{t.toNetwork}</Link>
      )}
    </section>
  )
}

import { type DiagnosisCause, type MemberInfo, type MemberPath, needsAttention } from '@weft/contract'
import { absoluteTime, copyText, useText } from '@weft/ui'
import { Button } from 'antd'
import { type ReactNode, useId } from 'react'
import { LinkButton } from '@weft/ui/parts/LinkButton.tsx'
import { permits, useAccount } from '../../../../shared/account/use-account.ts'
import { memberPath } from '../../../../shared/member/member-paths.ts'
import { NextStep } from '../../../../shared/member/NextStep.tsx'
import { networkPath } from '../../../../shared/network/network-paths.ts'
import { memberTicketPath } from '../../../../shared/member/ticket-path.ts'
import { usePageOpen } from '../../../../shared/page/open-pages.ts'
import type { MemberWork } from '../use-member-work.ts'
import * as text from './path.text.ts'
import { stepsText } from './steps-text.ts'

interface Props {
  member: MemberInfo
  path: MemberPath
  work: MemberWork
  /** Opens the dialog that resets the password; undefined if the caller may not. */
  onPassword: (() => void) | undefined
  /** Unix seconds of the path. */
  at: number
}

/** The causes by which members that are well have no tunnels, until somebody renews. */
const LAPSED: ReadonlySet<DiagnosisCause> = new Set(['service_lapsed', 'pop_lapsed'])

/** Shows what is most likely wrong, what speaks for it, and what to do, under the hop that it is about. */
export function CausePanel({ member, path, work, onPassword, at }: Props) {
  const t = useText(text)
  const heading = useId()
  const alarm = path.state === 'degraded' ? 'warning' : needsAttention(path.state) || LAPSED.has(path.cause) ? 'error' : 'plain'
  return (
    <section className={`member-cause member-cause-${alarm}`} aria-labelledby={heading}>
      <div className="member-cause-why">
        <h4 id={heading}>{path.headline}</h4>
        <p>{path.text}</p>
        {path.evidence.length > 0 && (
          <ol className="member-cause-evidence" aria-label={t.evidence}>
            {path.evidence.map(({ time, text: what }) => (
              <li key={`${time} ${what}`}>
                <time dateTime={new Date(time * 1000).toISOString()} title={absoluteTime(time)}>
                  {clockOf(time, at)}
                </time>
                <span>{what}</span>
              </li>
            ))}
          </ol>
        )}
      </div>
      {path.steps.length > 0 && (
        <div className="member-cause-what">
          <h4>{path.audience}</h4>
          <ol className="member-cause-steps" aria-label={t.steps}>
            {path.steps.map((step, i) => (
              <li key={step}>
                <b aria-hidden="true">{i + 1}</b>
                <span>{step}</span>
              </li>
            ))}
          </ol>
          <Actions member={member} path={path} work={work} onPassword={onPassword} />
        </div>
      )}
    </section>
  )
}

function Actions({ member, path, work, onPassword }: Omit<Props, 'at'>) {
  const t = useText(text)
  const account = useAccount()
  const isOpen = usePageOpen()
  const { cause, state, fix } = path
  const idle = cause === 'signed_out' || cause === 'never_signed_in'
  const editable = permits(account, 'network.edit') && member.network.length > 0
  /** The network that a refused configuration is about. */
  const refused = path.network_number ?? (member.network.length === 1 ? member.network[0]!.network_number : undefined)
  const center = path.hops.find(({ kind }) => kind === 'targets')?.targets?.find((one) => one.state === 'down' && one.router_name)

  const copy = () => {
    if (idle) return copyText(`${stepsText(member, path)}\n${t.help(member.router_name, `${location.origin}/download`)}`)
    return copyText(stepsText(member, path))
  }
  const copyLabel = idle
    ? t.copyHelp
    : cause === 'never_activated'
      ? t.copyStart
      : cause === 'connection_lost'
        ? t.copySteps
        : t.copyDiagnosis
  const first: ReactNode =
    fix === 'redial' && editable ? (
      <Button key="redial" type="primary" loading={work.busy} onClick={() => void work.redial()}>
        {t.redial}
      </Button>
    ) : fix === 'edit_prefix' && editable && refused !== undefined ? (
      <LinkButton key="prefix" type="primary" to={networkPath.panel(refused, 'prefix', member.router_name)}>
        {t.editPrefix}
      </LinkButton>
    ) : cause === 'config_failed' && editable ? (
      <Button key="resend" type="primary" loading={work.busy} onClick={work.resend}>
        {t.resend}
      </Button>
    ) : fix === 'open_center' && center?.router_name && isOpen('/router/detail') ? (
      <LinkButton key="center" type="primary" to={memberPath.detail(center.router_name)}>
        {t.openCenter(center.name)}
      </LinkButton>
    ) : null
  const step = !idle && !first && <NextStep member={member} diagnosis={path} onDone={() => {}} />
  return (
    <div className="member-cause-actions">
      {first}
      <Button type={first ? 'default' : 'primary'} onClick={() => void copy()}>
        {copyLabel}
      </Button>
      {idle && onPassword && <Button onClick={onPassword}>{t.resetPassword}</Button>}
      {step}
      {!idle && isOpen('/ticket/create') && <LinkButton to={memberTicketPath(member, state)}>{t.ticket}</LinkButton>}
      {needsAttention(state) && member.router_type === 1 && permits(account, 'monitor.edit') && (
        <Button loading={work.muting} onClick={work.mute}>
          {t.mute}
        </Button>
      )}
    </div>
  )
}

/** Returns the time of day of a moment, with its day if that is another one than now. */
const clockOf = (time: number, now: number): string => {
  const shown = absoluteTime(time)
  return shown.slice(0, 10) === absoluteTime(now).slice(0, 10) ? shown.slice(11) : shown.slice(5)
}

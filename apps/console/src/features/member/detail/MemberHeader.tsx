import { DesktopOutlined, EditOutlined, WifiOutlined } from '@ant-design/icons'
import { freshName, type MemberInfo, type MemberPath, memberStateNames, phaseOf, placeText } from '@weft/contract'
import { CopyText, language, lasting, PageHeader, StateText, textNow, useText, between } from '@weft/ui'
import { Button, Tag } from 'antd'
import { Link } from 'react-router'
import { permits, useAccount } from '../../../shared/account/use-account.ts'
import { nameOf } from '../../../shared/member/MemberName.tsx'
import { LinkButton } from '@weft/ui/parts/LinkButton.tsx'
import type { PageAction } from '@weft/ui/parts/PageHeader.tsx'
import { useFresh } from '../../../shared/member/use-fresh.ts'
import { LiveLine } from '../../../shared/session/LiveLine.tsx'
import { useSince } from '../../../shared/session/use-since.ts'
import { usePageOpen } from '../../../shared/page/open-pages.ts'
import { ClientVersion } from '../ClientVersion.tsx'
import * as memberText from '../member.text.ts'
import { useMemberRights } from '../member-rights.ts'
import { shownPhone } from '../shown-phone.ts'
import * as text from './member-detail.text.ts'
import * as workText from './member-work.text.ts'
import { prefixPath } from './prefix-path.ts'
import type { MemberWork } from './use-member-work.ts'
import { hopId } from './path/PathCard.tsx'
import * as pathText from './path/path.text.ts'

interface Props {
  member: MemberInfo
  path: MemberPath | undefined
  work: MemberWork
  /** Unix seconds of what is shown. */
  at: number
  onRename: () => void
  onLabels: () => void
  onLeave: () => void
  onDelete: () => void
  onPhone: () => void
  onPassword: () => void
}

/** Returns how a member is, and for how long: 「失联 2 小时 14 分」, 「在线 12 天 3 小时」. */
function stateWords({ state, since, router_type }: MemberInfo, at: number): string {
  const t = textNow(pathText)
  const name = memberStateNames[state][language.get()]
  if (state === 'never') return t.never
  if (since === null || state === 'disabled') return name
  const time = lasting(at - since)
  if (state === 'idle') return name
  return state === 'up' ? (router_type === 2 ? t.signedIn(time) : t.online(time)) : t.lasting(name, time)
}

/** Shows who a member is, how it is, one line of facts, its main action and all others. */
export function MemberHeader({ member, path, work, at, onRename, onLabels, onLeave, onDelete, onPhone, onPassword }: Props) {
  const t = useText(text)
  const w = useText(workText)
  const m = useText(memberText)
  const account = useAccount()
  const rights = useMemberRights()
  const editsNetworks = permits(account, 'network.edit')
  const { router_type, network, state } = member
  const hardware = router_type === 1
  const inNetwork = editsNetworks && network.length > 0
  const now = useSince(member.since)
  const hop = hopId(path?.broken ?? 'device')
  const Icon = hardware ? WifiOutlined : DesktopOutlined
  const fresh = useFresh(member)
  const item = (shown: boolean, key: string, label: string, onClick: () => void, kind: Pick<PageAction, 'rare' | 'danger'> = {}) =>
    shown ? [{ key, label, onClick, ...kind }] : []
  const items = [
    ...item(rights.edit, 'rename', w.rename, onRename),
    ...item(rights.edit, 'labels', w.labels, onLabels),
    ...item(inNetwork, 'resend', w.resend, work.resend),
    ...item(inNetwork && hardware, 'redial', w.redial, () => void work.redial()),
    ...item(inNetwork && !hardware && state === 'up', 'sign-out', w.signOut, () => void work.signOut()),
    ...item(rights.credentials && !hardware, 'phone', member.phone === null ? m.bindPhone : m.changePhone, onPhone),
    ...item(rights.credentials && !hardware, 'password', w.password, onPassword),
    ...item(inNetwork, 'leave', w.leave, onLeave, { rare: true }),
    ...item(rights.delete, 'delete', hardware ? w.deleteDevice : w.deleteMember, onDelete, { danger: true }),
  ]
  return (
    <PageHeader
      title={
        <>
          <span className="member-tile" aria-hidden="true">
            <Icon />
          </span>
          {nameOf(member)}
        </>
      }
      status={
        <>
          <a
            className={`member-state member-state-${fresh ? 'unknown' : state}`}
            href={`#${hop}`}
            onClick={(event) => {
              // The address stays: going back must not lead to the same page.
              event.preventDefault()
              document.getElementById(hop)?.focus()
            }}
          >
            <StateText state={fresh ? 'unknown' : state} size={14}>
              {fresh ? freshName[language.get()] : stateWords(member, now)}
            </StateText>
          </a>
          {phaseOf(member) === 'pending' && <StateText state="running" />}
          {rights.edit ? (
            <button type="button" className="weft-icon-button member-rename" aria-label={w.rename} title={w.rename} onClick={onRename}>
              <EditOutlined aria-hidden />
            </button>
          ) : (
            !editsNetworks && <Tag>{w.readOnly}</Tag>
          )}
        </>
      }
      meta={
        <>
          <span>
            {hardware ? t.serial : t.login} <CopyText value={member.router_name} />
          </span>
          {hardware ? (
            <>
              {member.router_model && (
                <span>{[member.router_model, member.version && t.firmwareOf(member.version)].filter(Boolean).join(' · ')}</span>
              )}
            </>
          ) : (
            <>
              {shownPhone(member) && <span>{`${t.phone} ${shownPhone(member)}`}</span>}
              {(member.os ?? member.version) && <ClientVersion client={member} />}
            </>
          )}
          {(member.province !== '' || member.tags.length > 0) && (
            <span>{[placeText(member), ...member.tags].filter(Boolean).join(' · ')}</span>
          )}
          {path && hardware && <LanFact path={path} member={member} />}
          <LiveLine read={at * 1000} />
        </>
      }
      actions={
        <>
          {inNetwork && !hardware && state === 'up' && (
            <Button loading={work.busy} onClick={() => void work.signOut()}>
              {w.signOut}
            </Button>
          )}
          {inNetwork && hardware && state === 'up' && network[0] && (
            <LinkButton type="primary" to={prefixPath(network[0].network_number, member.router_name)}>
              {w.addPrefix}
            </LinkButton>
          )}
        </>
      }
      more={items}
    />
  )
}

/** Shows a member's local networks; where a rule of a network announces one, a link leads to the rule. */
function LanFact({ path: { lan }, member: { router_name } }: { path: MemberPath; member: MemberInfo }) {
  const t = useText(text)
  const isOpen = usePageOpen()
  if (lan.length === 0) return null
  return (
    <span className="member-lan">
      {t.lan}{' '}
      {lan.slice(0, 2).map(({ ip, mask, network_number }, i) => (
        <span key={`${ip}/${mask}`}>
          {i > 0 && between()}
          {network_number !== null && isOpen('/network/detail') ? (
            <Link to={prefixPath(network_number, router_name)} title={t.lanRule}>{`${ip}/${mask}`}</Link>
          ) : (
            `${ip}/${mask}`
          )}
        </span>
      ))}
      {lan.length > 2 && ` ${t.lanMore(lan.length - 2)}`}
    </span>
  )
}

import { CloseOutlined } from '@ant-design/icons'
import type { NetworkMember } from '@weft/contract'
import { CopyText, Nothing, useMedia, useText, clauses } from '@weft/ui'
import { Button, Drawer, Tag } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { permits, useAccount } from '../../../shared/account/use-account.ts'
import { MemberOnline } from '../../../shared/member/MemberOnline.tsx'
import { memberPath } from '../../../shared/member/member-paths.ts'
import { NoteEdit } from '../../../shared/member/NoteEdit.tsx'
import { WhyOffline } from '../../../shared/member/WhyOffline.tsx'
import { usePageOpen } from '../../../shared/page/open-pages.ts'
import type { Connection, LiveNetwork } from '../detail/network-state.ts'
import { VpnAddresses } from '../detail/VpnAddresses.tsx'
import { Uptime } from '../detail/Uptime.tsx'
import { MemberActions } from '../settings/MemberActions.tsx'
import { popNodeId } from './topology-bundles.ts'
import { titleOf } from './topology-groups.ts'
import './topology.css'
import * as text from './topology.text.ts'
import { popState, routingName } from './topology-words.ts'

const WIDE = '(min-width: 1200px)'

interface Props {
  network: LiveNetwork
  connections: ReadonlyMap<string, Connection>
  /** A member's name or a POP's node. */
  selected: string | undefined
  /** True while a panel is open: there are never two drawers at once. */
  covered: boolean
  /** True to show it next to the canvas where there is room; false to show it as a drawer. */
  beside: boolean
  onClose: () => void
  /** Undefined if members may not be removed. */
  onRemove: ((member: NetworkMember) => void) | undefined
}

/** Shows the selected member or POP and its actions, next to the canvas or in a drawer. */
export function Inspector({ network, connections, selected, covered, beside, onClose, onRemove }: Props) {
  const t = useText(text)
  const wide = useMedia(WIDE)
  const member = network.member.find(({ router_name }) => router_name === selected)
  const area = network.network_fr?.areas.find(({ ov_id }) => popNodeId(ov_id) === selected)
  const title = member ? titleOf(member) : area ? `${t.pop} · ${area.area}` : undefined
  const panel = useRef<HTMLElement>(null)
  const inside = beside && wide
  // After a selection by keyboard, the focus moves into the panel.
  useEffect(() => {
    if (inside && selected !== undefined && document.activeElement?.matches('.topology-canvas button:focus-visible')) panel.current?.focus()
  }, [inside, selected])
  if (title === undefined) return null
  const body = member ? (
    <MemberBody network={network} member={member} connection={connections.get(member.router_name)} onRemove={onRemove} />
  ) : (
    <PopBody network={network} ov_id={area!.ov_id} />
  )
  const place = member && <PlaceTag member={member} />
  if (!inside)
    return (
      <Drawer open={!covered} size={400} title={<Heading title={title} tag={place} />} onClose={onClose} rootClassName="topology-drawer">
        {body}
      </Drawer>
    )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from anywhere inside
    <aside
      ref={panel}
      className="topology-inspector"
      aria-label={`${t.inspector} ${title}`}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
    >
      <div className="topology-inspector-head">
        <Heading title={title} tag={place} />
        <Button type="text" size="small" icon={<CloseOutlined aria-hidden />} aria-label={t.close} title={t.close} onClick={onClose} />
      </div>
      <div className="topology-inspector-body">{body}</div>
    </aside>
  )
}

function Heading({ title, tag }: { title: string; tag: ReactNode }) {
  return (
    <span className="topology-inspector-title">
      <h2>{title}</h2>
      {tag}
    </span>
  )
}

/** Shows 「主中心」, 「中心」 or 「分支」. */
function PlaceTag({ member }: { member: NetworkMember }) {
  const t = useText(text)
  return (
    <Tag color={member.member_type === 'center' ? 'processing' : 'default'}>
      {routingName(member) ?? ''}
      {t.kinds[member.member_type]}
    </Tag>
  )
}

function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="topology-inspector-facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface MemberProps extends Pick<Props, 'network' | 'onRemove'> {
  member: NetworkMember
  connection: Connection | undefined
}

function MemberBody({ network, member, connection, onRemove }: MemberProps) {
  const t = useText(text)
  const isOpen = usePageOpen()
  const editable = permits(useAccount(), 'member.edit')
  const routing = routingName(member)
  const { ov_id } = member
  return (
    <>
      <Facts
        rows={[
          [
            t.state,
            <span key="state" className="topology-inspector-state">
              <MemberOnline member={member} />
              {member.online === 0 && <WhyOffline member={member} />}
            </span>,
          ],
          [t.memberName, <CopyText key="name" value={member.router_name} />],
          [t.note, <NoteEdit key={member.router_name} member={member} editable={editable} />],
          [t.vpnIp, <VpnAddresses key="ip" of={connection?.vpn_ips} />],
          [(connection?.links ?? 0) > 1 ? t.longestUp : t.upFor, <Uptime key="up" since={connection?.up_since ?? null} />],
          [t.links, connection ? t.linksUp(connection.up, connection.links) : <Nothing key="links" />],
          [t.place, t.kinds[member.member_type]],
          ...(routing ? [[t.mainBackup, routing] as const] : []),
          ...(ov_id
            ? [[t.popArea, ov_id.backup_name ? clauses(ov_id.main_name, t.spareArea(ov_id.backup_name)) : ov_id.main_name] as const]
            : []),
        ]}
      />
      <MemberActions network={network} member={member} />
      <div className="topology-inspector-foot">
        {isOpen('/router/detail') && (
          <Link to={memberPath.detail(member.router_name)} target="_blank">
            {t.detail}
          </Link>
        )}
        {onRemove && (
          <Button type="link" danger className="network-link-button" onClick={() => onRemove(member)}>
            {t.remove}
          </Button>
        )}
      </div>
    </>
  )
}

function PopBody({ network, ov_id }: Pick<Props, 'network'> & { ov_id: string }) {
  const t = useText(text)
  const resource = network.network_fr!
  const members = network.member.filter((m) => m.ov_id?.main === ov_id || m.ov_id?.backup === ov_id)
  return (
    <Facts
      rows={[
        [t.resource, resource.shortname],
        [t.bandwidth, `${resource.bandwidth} Mbit/s`],
        [t.expiry, popState(resource)],
        [t.popMembers, t.members(members.length)],
      ]}
    />
  )
}

import { VpnAddresses } from './VpnAddresses.tsx'
import { EllipsisOutlined, SearchOutlined } from '@ant-design/icons'
import { folded, type NetworkMember, phaseOf } from '@weft/contract'
import { EmptyState, type ListColumn, Nothing, StatusDot, useText } from '@weft/ui'
import { PagedRows } from '@weft/ui/list/PagedRows.tsx'
import { Button, Input, Switch, Tag } from 'antd'
import { useState } from 'react'
import { put, useViewParams } from '@weft/ui/frame/use-view-params.ts'
import { useAccount } from '../../../shared/account/use-account.ts'
import { namesAmong } from '../../../shared/member/member-names.ts'
import { MemberStateText } from '../../../shared/member/MemberStateText.tsx'
import { MemberName } from '../../../shared/member/MemberName.tsx'
import { WhyOffline } from '../../../shared/member/WhyOffline.tsx'
import { MenuButton } from '@weft/ui/parts/MenuButton.tsx'
import { PhaseText } from '../NetworkStatusText.tsx'
import * as networkText from '../network.text.ts'
import { namedLike } from '../../../shared/member/named-like.ts'
import type { Connection, LiveNetwork } from './network-state.ts'
import * as text from './network-detail.text.ts'
import { removalBlockers } from '../../../shared/network/removal-blockers.ts'
import { useMemberActions } from './use-member-actions.ts'

interface Props {
  network: LiveNetwork
  connections: ReadonlyMap<string, Connection>
  /** True when the configuration may be changed; members may be removed from an unusable network too. */
  editable: boolean
  /** Opens the settings of a member. */
  onConfigure: (router_name: string) => void
  onRemove: ((member: NetworkMember) => void) | undefined
}

/** Lists the network's members and their states: centers before branches, of both the offline ones first. */
export function MemberTable({ network, connections, editable, onConfigure, onRemove }: Props) {
  const t = useText(text)
  const n = useText(networkText)
  const { auth } = useAccount()
  const { member: members } = network
  const [params, setParams] = useViewParams()
  const [marked, setMarked] = useState<string[]>([])
  const actions = useMemberActions(network)
  const search = params.get('search') ?? ''
  const setSearch = (next: string) => setParams((now) => put(now, 'search', next))
  const wanted = folded(search)
  const found = members.filter((m) => namedLike(m, wanted))
  const shown = (['center', 'point'] as const).flatMap((place) =>
    [0, 1].flatMap((online) => found.filter((m) => m.member_type === place && m.online === online)),
  )
  const called = namesAmong(members)
  const names = new Set(members.map((m) => m.router_name))
  const selected = marked.filter((name) => names.has(name))

  /** Removes the selected members after a question; shows instead what keeps one of them in the network, if anything does. */
  const removeMarked = (onBlocked: (member: NetworkMember) => void) => {
    const blocked =
      removalBlockers(network, new Set(selected)).length > 0 &&
      members.find((m) => selected.includes(m.router_name) && removalBlockers(network, new Set([m.router_name])).length > 0)
    if (blocked) onBlocked(blocked)
    else void actions.removeMany(selected)
  }

  const columns: ListColumn<NetworkMember>[] = [
    {
      title: t.memberName,
      key: 'name',
      card: 'title',
      render: (_, m) => (
        <MemberName
          member={m}
          state={m.state}
          kind={m.router_type === 2 ? 'software' : m.member_type === 'center' ? 'center' : 'branch'}
          search={wanted}
        />
      ),
    },
    {
      title: t.status,
      key: 'online',
      card: 'status',
      render: (_, m) => (
        <span className="network-member">
          <MemberStateText member={m} />
          {m.online === 0 && <WhyOffline compact member={m} name={called(m)} />}
        </span>
      ),
    },
    {
      title: t.place,
      key: 'place',
      render: (_, m) => <Tag color={m.member_type === 'center' ? 'processing' : 'default'}>{n.place[m.member_type]}</Tag>,
    },
    ...(members.some((m) => m.routing !== null)
      ? [
          {
            title: t.mainBackup,
            key: 'routing',
            render: (_: unknown, m: NetworkMember) =>
              m.routing === null ? <Nothing /> : <Tag color={m.routing === 1 ? 'processing' : 'default'}>{t.routing[m.routing]}</Tag>,
          },
        ]
      : []),
    {
      title: t.vpnIp,
      key: 'vpn_ip',
      render: (_, m) => <VpnAddresses of={connections.get(m.router_name)?.vpn_ips} />,
    },
    ...(members.some((m) => m.ov_id !== null)
      ? [
          {
            title: t.popArea,
            key: 'pop',
            render: ({ ov_id }: NetworkMember) =>
              ov_id ? [ov_id.main_name, ov_id.backup_name].filter((name) => name !== null).join(' / ') : <Nothing />,
          },
        ]
      : []),
    ...(auth.default_route === 1 || auth.quagga === 1
      ? [
          {
            title: t.defaultRoute,
            key: 'default_route',
            render: (_: unknown, m: NetworkMember) =>
              m.default_route === 1 && m.metric !== null ? t.advertised(t.defaultRoutes[1], m.metric) : t.defaultRoutes[m.default_route],
          },
        ]
      : []),
    ...(auth.quagga === 1
      ? [
          {
            title: t.quagga,
            key: 'quagga',
            render: (_: unknown, m: NetworkMember) => {
              if (m.router_type === 2) return <Nothing />
              if (!editable) return <StatusDot kind={m.quagga === 1 ? 'online' : 'disabled'} text={m.quagga === 1 ? t.on : t.off} />
              return (
                <Switch
                  size="small"
                  checked={m.quagga === 1}
                  loading={actions.switching === m.router_name}
                  aria-label={t.quaggaOf(called(m))}
                  onChange={(on) => actions.setQuagga(m, on)}
                />
              )
            },
          },
        ]
      : []),
    ...(members.some((m) => m.revision_state !== 'applied')
      ? [{ title: t.state, key: 'revision_state', render: (_: unknown, m: NetworkMember) => <PhaseText phase={phaseOf(m)} /> }]
      : []),
    ...(onRemove
      ? [
          {
            title: t.actions,
            key: 'actions',
            card: 'actions' as const,
            render: (_: unknown, m: NetworkMember) => (
              <span className="network-row-actions">
                {editable && (
                  <Button
                    type="link"
                    className="network-link-button"
                    aria-label={t.configureOf(called(m))}
                    onClick={() => onConfigure(m.router_name)}
                  >
                    {t.configure}
                  </Button>
                )}
                <MenuButton
                  type="text"
                  size="small"
                  icon={<EllipsisOutlined aria-hidden />}
                  aria-label={t.moreOf(called(m))}
                  items={[
                    ...(editable
                      ? [
                          ...(m.router_type === 2 ? [{ key: 'kill', label: t.kill, onClick: () => void actions.kill(m.router_name) }] : []),
                          { key: 'respawn', label: t.respawn, onClick: () => void actions.respawn(m.router_name) },
                          { key: 'resend', label: t.resend, onClick: () => actions.resend(m.router_name) },
                          { type: 'divider' as const, key: 'line' },
                        ]
                      : []),
                    { key: 'remove', label: t.remove, danger: true, onClick: () => onRemove(m) },
                  ]}
                />
              </span>
            ),
          },
        ]
      : []),
  ]
  return (
    <div className="network-panel">
      <div className="network-tab-tools">
        <Input
          allowClear
          className="network-search"
          prefix={<SearchOutlined aria-hidden />}
          placeholder={t.search}
          aria-label={t.search}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <span className="network-tab-actions">
          <span>{t.onlineOf(members.filter((m) => m.online === 1).length, members.length)}</span>
          {editable && auth.quagga === 1 && members.some((m) => m.member_type === 'point') && (
            <>
              <Button onClick={() => void actions.setQuaggaOfAll(true)}>{t.quaggaAll}</Button>
              <Button onClick={() => void actions.setQuaggaOfAll(false)}>{t.quaggaNone}</Button>
            </>
          )}
        </span>
      </div>
      <PagedRows
        rows={shown}
        keyOf={(m) => m.router_name}
        columns={columns}
        nothing={
          members.length > 0 ? <EmptyState kind="filtered" title={t.noMatch} /> : <EmptyState title={t.noMembers} hint={t.noMembersText} />
        }
        {...(onRemove
          ? {
              selection: {
                keys: selected,
                onChange: setMarked,
                labelOf: t.select,
                actions: (
                  <>
                    {selected.length < shown.length && (
                      <Button type="link" onClick={() => setMarked(shown.map((m) => m.router_name))}>
                        {t.selectAll(shown.length)}
                      </Button>
                    )}
                    <Button danger onClick={() => removeMarked(onRemove)}>
                      {t.removeMany}
                    </Button>
                  </>
                ),
              },
            }
          : {})}
      />
    </div>
  )
}

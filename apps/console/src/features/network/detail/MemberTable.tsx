import { ClusterOutlined, LaptopOutlined, SearchOutlined } from '@ant-design/icons'
import type { NetworkMember } from '@weft/contract'
import { CopyText, EmptyState, type ListColumn, Nothing, useText } from '@weft/ui'
import { PagedRows } from '@weft/ui/list/PagedRows.tsx'
import { Button, Input, Tag } from 'antd'
import { useSearchParams } from 'react-router'
import { MemberLink } from '../../../shared/member/MemberLink.tsx'
import { MemberOnline } from '../../../shared/member/MemberOnline.tsx'
import { WhyOffline } from '../../../shared/member/WhyOffline.tsx'
import { RevisionText } from '../NetworkStatusText.tsx'
import * as networkText from '../network.text.ts'
import * as text from './network-detail.text.ts'

interface Props {
  members: NetworkMember[]
  addresses: ReadonlyMap<string, string>
  onRemove: ((member: NetworkMember) => void) | undefined
}

/** Who is in the network, and how they stand. Offline members come first within their position. */
export function MemberTable({ members, addresses, onRemove }: Props) {
  const t = useText(text)
  const n = useText(networkText)
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const setSearch = (next: string) =>
    setParams(
      (now) => {
        if (next) now.set('search', next)
        else now.delete('search')
        return now
      },
      { replace: true },
    )
  const wanted = search.trim().toLowerCase()
  const found = members.filter((m) => m.router_name.toLowerCase().includes(wanted) || m.note.toLowerCase().includes(wanted))
  const shown = (['center', 'point'] as const).flatMap((place) =>
    [0, 1].flatMap((online) => found.filter((m) => m.member_type === place && m.online === online)),
  )
  const columns: ListColumn<NetworkMember>[] = [
    {
      title: t.memberName,
      key: 'name',
      card: 'title',
      render: (_, m) => (
        <span className="network-member">
          {m.router_type === 1 ? <ClusterOutlined aria-label={n.hardware} /> : <LaptopOutlined aria-label={n.software} />}
          <MemberLink router_name={m.router_name} />
        </span>
      ),
    },
    { title: t.status, key: 'online', card: 'status', render: (_, m) => <OnlineState member={m} /> },
    {
      title: t.place,
      key: 'place',
      render: (_, m) => <Tag color={m.member_type === 'center' ? 'processing' : 'default'}>{n.place[m.member_type]}</Tag>,
    },
    {
      title: t.vpnIp,
      key: 'vpn_ip',
      render: (_, m) => {
        const address = addresses.get(m.router_name)
        return address ? <CopyText value={address} /> : <Nothing />
      },
    },
    { title: t.state, key: 'revision_state', render: (_, m) => <RevisionText state={m.revision_state} /> },
    { title: t.note, key: 'note', render: (_, m) => m.note || <Nothing /> },
    ...(onRemove
      ? [
          {
            title: t.actions,
            key: 'actions',
            card: 'actions' as const,
            render: (_: unknown, m: NetworkMember) => (
              <Button type="link" danger className="network-link-button" aria-label={t.removeOf(m.router_name)} onClick={() => onRemove(m)}>
                {t.remove}
              </Button>
            ),
          },
        ]
      : []),
  ]
  return (
    <>
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
        <span>{t.onlineOf(members.filter((m) => m.online === 1).length, members.length)}</span>
      </div>
      <PagedRows
        rows={shown}
        keyOf={(m) => m.router_name}
        columns={columns}
        nothing={members.length > 0 ? <EmptyState title={t.noMatch} /> : <EmptyState title={t.noMembers} hint={t.noMembersText} />}
      />
    </>
  )
}

/** Whether it is online, and why not. */
function OnlineState({ member }: { member: NetworkMember }) {
  return (
    <span className="network-member">
      <MemberOnline member={member} />
      {member.online === 0 && <WhyOffline router_name={member.router_name} />}
    </span>
  )
}

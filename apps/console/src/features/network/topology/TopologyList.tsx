import { VpnAddresses } from '../detail/VpnAddresses.tsx'
import { EmptyState, type ListColumn, Nothing, useText } from '@weft/ui'
import { PagedRows } from '@weft/ui/list/PagedRows.tsx'
import type { NetworkMember } from '@weft/contract'
import { Button } from 'antd'
import { MemberOnline } from '../../../shared/member/MemberOnline.tsx'
import type { Connection } from '../detail/network-state.ts'
import { groupBranches, type Grouping, offlineFirst, titleOf } from './topology-groups.ts'
import type { ShownState } from './topology-model.ts'
import * as text from './topology.text.ts'
import { groupName, routingName } from './topology-words.ts'

interface Props {
  members: readonly NetworkMember[]
  connections: ReadonlyMap<string, Connection>
  grouping: Grouping
  shown: ShownState
  onSelect: (name: string) => void
}

type Row = NetworkMember & { group: string }

/** Shows the content of the drawing as rows: centers first, then the branches by group. */
export function TopologyList({ members, connections, grouping, shown, onSelect }: Props) {
  const t = useText(text)
  const centers = members.filter((m) => m.member_type === 'center')
  const branches = members.filter((m) => m.member_type === 'point')
  const rows = [
    ...offlineFirst(centers).map((m): Row => ({ ...m, group: '' })),
    ...groupBranches(branches, grouping).flatMap((group) =>
      offlineFirst(group.members).map((m): Row => ({ ...m, group: groupName(group) })),
    ),
  ].filter(({ online }) => shown === 'all' || online === (shown === 'online' ? 1 : 0))
  const columns: ListColumn<Row>[] = [
    {
      title: t.memberName,
      key: 'name',
      card: 'title',
      render: (_, m) => (
        <Button type="link" className="network-link-button" onClick={() => onSelect(m.router_name)}>
          {titleOf(m)}
        </Button>
      ),
    },
    { title: t.state, key: 'online', card: 'status', render: (_, m) => <MemberOnline member={m} /> },
    { title: t.place, key: 'place', render: (_, m) => `${routingName(m) ?? ''}${t.kinds[m.member_type]}` },
    { title: t.group, key: 'group', render: (_, m) => m.group || <Nothing /> },
    {
      title: t.links,
      key: 'links',
      render: (_, m) => {
        const { up = 0, links = 0 } = connections.get(m.router_name) ?? {}
        return links > 0 ? t.linksUp(up, links) : <Nothing />
      },
    },
    {
      title: t.vpnIp,
      key: 'vpn_ip',
      render: (_, m) => <VpnAddresses of={connections.get(m.router_name)?.vpn_ips} />,
    },
  ]
  return (
    <div className="topology-list">
      <PagedRows rows={rows} keyOf={(m) => m.router_name} columns={columns} nothing={<EmptyState title={t.noBranches} />} />
    </div>
  )
}

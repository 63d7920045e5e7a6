import type { WorkOrder } from '@weft/contract'
import { type ListColumn, useText } from '@weft/ui'
import { PagedRows } from '@weft/ui/list/PagedRows.tsx'
import { Button, Popconfirm } from 'antd'
import { MemberName, nameOf } from '../../../shared/member/MemberName.tsx'
import { typeOf } from '../../../shared/member/name-of.ts'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import * as networkText from '../network.text.ts'
import { type RegionMember, RegionTable } from '../RegionTable.tsx'
import * as text from './work-order.text.ts'

interface Assigned extends RegionMember {
  region: string
  region_name: string
}
interface Props {
  order: WorkOrder
  /** Undefined if members may not be removed. */
  onRemove: ((member: Pick<Assigned, 'region' | 'router_name'>) => void) | undefined
}

/** Lists the members of an order by region, in pages; prints all of them. */
export function WorkOrderMembers({ order, onRemove }: Props) {
  const t = useText(text)
  const n = useText(networkText)
  const { pop, pop_conf } = order.attributes
  const named = new Map(order.members.map((member) => [member.router_name, member]))
  const membersOf = (region: string): RegionMember[] =>
    (pop_conf[region] ?? []).map((router_name) => named.get(router_name) ?? { router_name, note: '' })
  const regions = pop.map(({ value, name }) => ({ value, name, members: membersOf(value) }))
  const rows = regions.flatMap(({ value, name, members }) =>
    members.map((member): Assigned => ({ ...member, region: value, region_name: name })),
  )
  const columns: ListColumn<Assigned>[] = [
    { key: 'region', title: n.region, dataIndex: 'region_name' },
    {
      key: 'member',
      title: n.member,
      card: 'title',
      render: (_, row) => <MemberName member={{ ...row, router_type: typeOf(row.router_name) }} deleted={row.deleted === 1} />,
    },
    ...(onRemove
      ? [
          {
            key: 'actions',
            title: t.actions,
            card: 'actions' as const,
            render: (_: unknown, { region, router_name, note }: Assigned) => (
              <Popconfirm
                title={t.removeAsk(nameOf({ router_name, note }))}
                okText={t.remove}
                cancelText={t.cancel}
                okButtonProps={{ danger: true }}
                getPopupContainer={popupContainer}
                onConfirm={() => onRemove({ region, router_name })}
              >
                <Button type="link" danger className="order-remove" aria-label={t.removeOf(nameOf({ router_name, note }))}>
                  {t.remove}
                </Button>
              </Popconfirm>
            ),
          },
        ]
      : []),
  ]
  return (
    <>
      <div className="article-screen">
        <PagedRows
          rows={rows}
          keyOf={({ router_name }) => router_name}
          columns={columns}
          nothing={<p className="order-note">{t.noMembers}</p>}
        />
      </div>
      <div className="order-paper">
        <RegionTable label={t.members} rows={regions.map(({ name, members }) => ({ region: name, members }))} unfolded />
      </div>
    </>
  )
}

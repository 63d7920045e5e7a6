import type { AuditEntry } from '../audit/audit.service.ts'
import { centersOf, namesOf, type Plan, pointsOf, type Seat } from './network.rules.ts'

interface Named {
  network_number: string
  network_name: string
}

const SHOWN = 5
const list = (seats: readonly Seat[]) =>
  seats.length > SHOWN ? `${namesOf(seats.slice(0, SHOWN)).join('、')} 等 ${seats.length} 个` : namesOf(seats).join('、')
const part = (text: string, seats: readonly Seat[]) => (seats.length === 0 ? [] : [`${text} ${list(seats)}`])
const parts = (seats: readonly Seat[]) => ({ center: namesOf(centersOf(seats)), point: namesOf(pointsOf(seats)) })

export const created = (network: Named, { after }: Plan): AuditEntry => ({
  area: 'network',
  action: 'create',
  message: [`创建组网「${network.network_name}」`, ...part('中心', centersOf(after)), ...part('分支', pointsOf(after))].join('，'),
  detail: { after: { ...network, ...parts(after) } },
})

export const edited = (before: Named, seats: readonly Seat[], network_name: string, plan: Plan): AuditEntry => ({
  area: 'network',
  action: 'edit',
  message: `修改组网「${before.network_name}」：${[
    ...(before.network_name === network_name ? [] : [`名称改为「${network_name}」`]),
    ...part('新增中心', centersOf(plan.added)),
    ...part('新增分支', pointsOf(plan.added)),
    ...part('分支改为中心', centersOf(plan.moved)),
    ...part('中心改为分支', pointsOf(plan.moved)),
    ...part('移出', plan.removed),
  ].join('，')}`,
  detail: {
    before: { network_number: before.network_number, network_name: before.network_name, ...parts(seats) },
    after: { network_number: before.network_number, network_name, ...parts(plan.after) },
  },
})

export const renamed = ({ network_number, network_name }: Named, name: string): AuditEntry => ({
  area: 'network',
  action: 'rename',
  message: `组网「${network_name}」重命名为「${name}」`,
  detail: { before: { network_number, network_name }, after: { network_number, network_name: name } },
})

export const deleted = ({ network_number, network_name }: Named, seats: readonly Seat[]): AuditEntry => ({
  area: 'network',
  action: 'delete',
  message: `删除组网「${network_name}」，移出成员 ${seats.length} 个`,
  detail: { before: { network_number, network_name, ...parts(seats) } },
})

const partName = { center: '中心', point: '分支' } as const

export const memberAdded = ({ network_number, network_name }: Named, { added: [seat] }: Plan): AuditEntry => ({
  area: 'network',
  action: 'add_member',
  message: `组网「${network_name}」添加${partName[seat!.member_type]} ${seat!.router_name}`,
  detail: { network_number, network_name, after: seat! },
})

export const memberRemoved = ({ network_number, network_name }: Named, { removed: [seat] }: Plan): AuditEntry => ({
  area: 'network',
  action: 'remove_member',
  message: `组网「${network_name}」移出${partName[seat!.member_type]} ${seat!.router_name}`,
  detail: { network_number, network_name, before: seat! },
})

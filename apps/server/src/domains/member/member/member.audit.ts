import { memberStatusNames, nameWithSerial } from '@weft/contract'
import { listed, SHOWN } from '../../../kernel/listed.ts'
import { maskPhone } from '../../../kernel/mask.ts'
import { marked } from '../../../kernel/member-mark.ts'
import { changeText, type LabelChange, type Labels, labelsOf } from './label.rules.ts'
import { type AuditEntry, MOST_DETAILED } from '../../foundation/audit/audit.service.ts'

const networksOf = (networks: readonly string[]) => networks.map((name) => `「${name}」`).join('')
const phoneOf = ({ area_code, phone }: { area_code: string | null; phone: string | null }) => `+${area_code} ${maskPhone(phone)}`

interface Numbered {
  area_code: string
  phone: string
}
/** A phone that a member gets, and the member that had it before. */
export interface Bound {
  phone: Numbered
  moved_from: string | null
}
const boundText = ({ phone, moved_from }: Bound) =>
  `手机号 ${phoneOf(phone)}${moved_from === null ? '' : `（由成员 ${marked(moved_from)} 改绑，已验证）`}`

export const softwareAdded = (router_name: string, note: string, bound?: Bound): AuditEntry => ({
  area: 'member',
  action: 'add',
  message: `添加软件成员 ${nameWithSerial({ router_name, note })}${bound ? `，绑定${boundText(bound)}` : ''}`,
  detail: { after: { router_name, note, ...(bound && { phone: phoneOf(bound.phone), moved_from: bound.moved_from }) } },
})

export const softwareAddedAll = (members: readonly { router_name: string; note: string }[]): AuditEntry => ({
  area: 'member',
  action: 'batch_add',
  message: `批量添加软件成员 ${listed(members.map(nameWithSerial))}`,
  detail: { count: members.length, after: members.slice(0, MOST_DETAILED).map(({ router_name, note }) => ({ router_name, note })) },
})

export const phoneBound = (router_name: string, before: { area_code: string | null; phone: string | null }, bound: Bound): AuditEntry => ({
  area: 'member',
  action: 'phone',
  message: `成员 ${marked(router_name)} ${before.phone === null ? '绑定' : '更换'}${boundText(bound)}`,
  detail: {
    router_name,
    before: { phone: before.phone === null ? null : phoneOf(before) },
    after: { phone: phoneOf(bound.phone), moved_from: bound.moved_from },
  },
})

export const phoneUnbound = (router_name: string, before: { area_code: string | null; phone: string | null }): AuditEntry => ({
  area: 'member',
  action: 'phone',
  message: `成员 ${marked(router_name)} 解除绑定手机号 ${phoneOf(before)}`,
  detail: { router_name, before: { phone: phoneOf(before) }, after: { phone: null } },
})

export const passwordSet = (router_name: string): AuditEntry => ({
  area: 'member',
  action: 'password',
  message: `修改成员 ${marked(router_name)} 的密码`,
  detail: { router_name },
})

export const notesChanged = (before: readonly { router_name: string; note: string }[], note: string): AuditEntry => ({
  area: 'member',
  action: 'note',
  message: `修改成员 ${listed(before.map(nameWithSerial))} 的名称为「${note}」`,
  detail: {
    count: before.length,
    before: before.slice(0, MOST_DETAILED).map((one) => ({ router_name: one.router_name, note: one.note })),
    after: { note },
  },
})

export const labelsChanged = (before: readonly ({ router_name: string } & Labels)[], change: LabelChange): AuditEntry => {
  return {
    area: 'member',
    action: 'label',
    message: `修改成员 ${listed(before.map((one) => marked(one.router_name)))}：${changeText(change).join('，')}`,
    detail: {
      count: before.length,
      before: before.slice(0, MOST_DETAILED).map((one) => ({ router_name: one.router_name, ...labelsOf(one) })),
      after: change,
    },
  }
}

/** Returns the log entry of members that each got a name of their own. */
export const namesChanged = (changes: readonly { router_name: string; former: string; note: string }[]): AuditEntry => ({
  area: 'member',
  action: 'note',
  message: `修改成员名称：${listed(changes.map(({ router_name, former, note }) => `${nameWithSerial({ router_name, note: former })} 为「${note}」`))}`,
  detail: {
    count: changes.length,
    before: changes.slice(0, MOST_DETAILED).map(({ router_name, former }) => ({ router_name, note: former })),
    after: changes.slice(0, MOST_DETAILED).map(({ router_name, note }) => ({ router_name, note })),
  },
})

export const statusChanged = (names: readonly string[], status: 0 | 1): AuditEntry => ({
  area: 'member',
  action: 'status',
  message: `${status ? '启用' : '停用'}成员 ${listed(names.map(marked))}`,
  detail: { count: names.length, router_name: names.slice(0, MOST_DETAILED), after: { status, name: memberStatusNames[status]['zh-CN'] } },
})

export interface Deleted {
  router_name: string
  note: string
  /** Names of the networks that it was in. */
  networks: readonly string[]
}
const deletedFacts = (members: readonly Deleted[]) =>
  members.slice(0, MOST_DETAILED).map(({ router_name, note, networks }) => ({ router_name, note, networks }))

export const memberDeleted = ({ router_name, note, networks }: Deleted, router_type: 1 | 2): AuditEntry => ({
  area: 'member',
  action: 'delete',
  message: `删除${router_type === 1 ? '硬件' : '软件'}成员 ${nameWithSerial({ router_name, note })}${networks.length === 0 ? '' : `，移出组网${networksOf(networks)}`}`,
  detail: { before: { router_name, note, networks } },
})

const manyDeleted = (what: string, members: readonly Deleted[]): AuditEntry => {
  const networks = [...new Set(members.flatMap((one) => one.networks))]
  return {
    area: 'member',
    action: 'batch_delete',
    message: `${what} ${listed(members.map(nameWithSerial))}${networks.length === 0 ? '' : `，移出组网${networksOf(networks.slice(0, SHOWN))}`}`,
    detail: { count: members.length, before: deletedFacts(members) },
  }
}
export const membersDeleted = (members: readonly Deleted[]): AuditEntry => manyDeleted('批量删除软件成员', members)
export const disabledRemoved = (members: readonly Deleted[]): AuditEntry => manyDeleted('删除已停用的软件成员', members)

export const hardwareAssigned = (router_name: string, router_model: string): AuditEntry => ({
  area: 'member',
  action: 'assign',
  message: `分配硬件成员 ${marked(router_name)}，型号 ${router_model}`,
  detail: { after: { router_name, router_model } },
})

export const hardwareReleased = (router_name: string, networks: readonly string[]): AuditEntry => ({
  area: 'member',
  action: 'release',
  message: `收回硬件成员 ${marked(router_name)}${networks.length === 0 ? '' : `，移出组网${networksOf(networks)}`}`,
  detail: { before: { router_name, networks } },
})

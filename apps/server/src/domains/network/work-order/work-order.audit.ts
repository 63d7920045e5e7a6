import { shownNumber } from '@weft/contract'
import { marked } from '../../../kernel/member-mark.ts'
import type { AuditEntry } from '../../foundation/audit/audit.service.ts'
import type { Assignment } from './work-order.rules.ts'
import { choicesOf } from './work-order.text.ts'

interface Order {
  network_ticket_number: string
  no: number | null
  network_number: string
  network_name: string
  bandwidth: number
  /** Years. */
  expired_time: number
  pop: readonly string[]
  pop_conf: Assignment
}

const factsOf = ({ network_ticket_number, network_number, network_name, bandwidth, expired_time, pop, pop_conf }: Order) => ({
  network_ticket_number,
  network_number,
  network_name,
  bandwidth,
  expired_time,
  pop,
  pop_conf,
})
const titleOf = (order: Order) => `组网「${order.network_name}」的工单 ${shownNumber(order, order.network_ticket_number)}`

export const submitted = (order: Order): AuditEntry => ({
  area: 'network',
  action: 'create_ticket',
  message: `提交${titleOf(order)}：${choicesOf(order)}`,
  detail: { after: factsOf(order) },
})

export const cancelled = (order: Order, was_complete: boolean): AuditEntry => ({
  area: 'network',
  action: 'cancel_ticket',
  message: `取消${titleOf(order)}${was_complete ? '，终止其 POP 接入' : ''}`,
  detail: { before: factsOf(order) },
})

export const deleted = (order: Order): AuditEntry => ({
  area: 'network',
  action: 'delete_ticket',
  message: `删除${titleOf(order)}`,
  detail: { before: factsOf(order) },
})

export const memberTakenOut = (order: Order, region: string, router_name: string): AuditEntry => ({
  area: 'network',
  action: 'remove_ticket_member',
  message: `从${titleOf(order)}的区域「${region}」移出成员 ${marked(router_name)}`,
  detail: { network_ticket_number: order.network_ticket_number, region, router_name },
})

export const accepted = (order: Order): AuditEntry => ({
  area: 'network',
  action: 'accept_ticket',
  message: `受理${titleOf(order)}`,
  detail: { network_ticket_number: order.network_ticket_number },
})

export const rejected = (order: Order, reason: string): AuditEntry => ({
  area: 'network',
  action: 'reject_ticket',
  message: `驳回${titleOf(order)}，原因：${reason}`,
  detail: { before: factsOf(order), reason },
})

export const asked = (order: Order, question: string): AuditEntry => ({
  area: 'network',
  action: 'ask_ticket',
  message: `要求补充${titleOf(order)}：${question}`,
  detail: { network_ticket_number: order.network_ticket_number, question },
})

export const resumed = (order: Order): AuditEntry => ({
  area: 'network',
  action: 'resume_ticket',
  message: `不等待答复，继续处理${titleOf(order)}`,
  detail: { network_ticket_number: order.network_ticket_number },
})

export const answered = (order: Order, answer: string): AuditEntry => ({
  area: 'network',
  action: 'answer_ticket',
  message: `答复${titleOf(order)}的提问：${answer}`,
  detail: { network_ticket_number: order.network_ticket_number, answer },
})

export const resubmitted = (before: Order, after: Order): AuditEntry => ({
  area: 'network',
  action: 'resubmit_ticket',
  message: `修改并重新提交${titleOf(after)}：${choicesOf(after)}`,
  detail: { before: factsOf(before), after: factsOf(after) },
})

export const completed = (order: Order, resource: { network_fr_id: string; shortname: string }, pops: readonly string[]): AuditEntry => ({
  area: 'network',
  action: 'complete_ticket',
  message: `完成${titleOf(order)}：开通 POP 资源「${resource.shortname}」（${pops.join('、')}）`,
  detail: { after: { ...factsOf(order), ...resource, pops } },
})

import { z } from 'zod'
import { says } from '../done.ts'
import { PageQuery } from '../endpoint.ts'
import {
  Day,
  Flag,
  lineOfText,
  linesOfText,
  NetworkNumber,
  neverEmpty,
  PopResourceId,
  RouterName,
  UnixTime,
  WorkOrderNumber,
} from '../fields/schemas.ts'
import { withoutBlanks } from '../reading.ts'
import { get, list, post } from './api.ts'
import { NetworkImpact } from './network-revision.ts'
import { OneNetwork, PopArea, PopResource } from './network.ts'

/** A POP resource of the account, with the network and the members that use it. */
export const PopResourceSummary = PopResource.extend({
  network_number: z.string().nullable(),
  network_name: z.string().nullable(),
  areas: z.array(
    PopArea.extend({
      members: z.array(z.string()),
      /** Their names, in the same order; '' for one that has none. */
      notes: z.array(z.string()),
    }),
  ),
})
export type PopResourceSummary = z.output<typeof PopResourceSummary>

export const popResources = {
  list: list('network_fr/lists', {
    access: 'network.view',
    summary: 'POP 资源列表',
    input: PageQuery.pick({ page: true, limit: true }),
    row: PopResourceSummary,
  }),
  config: get('network_fr/config', {
    access: 'network.view',
    summary: '可关联的 POP 资源',
    input: OneNetwork,
    output: z.array(PopResource),
  }),
  areas: get('network_fr/ov', {
    access: 'network.view',
    summary: 'POP 区域',
    input: z
      .strictObject({ network_fr_id: PopResourceId.optional(), network_number: NetworkNumber.optional() })
      .refine(({ network_fr_id, network_number }) => (network_fr_id ?? network_number) !== undefined, {
        error: 'required',
        path: ['network_number'],
      }),
    output: z.array(PopArea),
  }),
}

/** A work order's kind: 1001 access to POPs. */
export const WORK_ORDER_TYPE = 1001
export const WorkOrderType = z.literal(WORK_ORDER_TYPE)
/** 1 待处理, 2 处理中, 3 已完成, 4 已取消. */
export const WorkOrderStatus = z.literal([1, 2, 3, 4])
export type WorkOrderStatus = z.output<typeof WorkOrderStatus>
/**
 * How far an order is. The status says as much as the specification names; the state also says whether an order in status 2 waits for the
 * customer's answer (`asked`) or has it (`answered`), and whether one in status 4 was rejected.
 */
export const workOrderStates = ['pending', 'running', 'asked', 'answered', 'completed', 'cancelled', 'rejected'] as const
export type WorkOrderState = (typeof workOrderStates)[number]
/** What customers may do with an order. */
type CustomerMove = 'cancel' | 'delete' | 'removeMember' | 'answer' | 'resubmit'
/** What operators may do with an order; `resume` goes on without the answer to a question. */
type OperatorMove = 'accept' | 'complete' | 'reject' | 'ask' | 'resume'
export type WorkOrderMove = CustomerMove | OperatorMove
const workOrderMoves: Record<WorkOrderState, readonly WorkOrderMove[]> = {
  pending: ['delete', 'removeMember', 'accept', 'ask', 'reject'],
  running: ['cancel', 'removeMember', 'complete', 'ask', 'reject'],
  asked: ['cancel', 'removeMember', 'answer', 'resume', 'reject'],
  answered: ['cancel', 'removeMember', 'complete', 'ask', 'reject'],
  completed: ['cancel'],
  cancelled: ['delete'],
  rejected: ['delete', 'resubmit'],
}
/** Returns whether a state permits a move (docs/design/domain.md §6). */
export const workOrderMay = (state: WorkOrderState, move: WorkOrderMove): boolean => workOrderMoves[state].includes(move)
/** The marks of the bandwidth slider, in Mbit/s; the first is the least and the last the most (specification 2 §9). */
export const WORK_ORDER_BANDWIDTHS = [1, 50, 100, 150, 200] as const
/** Years for which POP access can be requested. */
export const WORK_ORDER_YEARS = [1, 2, 3, 5] as const
const BANDWIDTH_MIN = WORK_ORDER_BANDWIDTHS[0]
const BANDWIDTH_MAX = 200
/** In Mbit/s. */
export const WorkOrderBandwidth = z
  .number()
  .int()
  .min(BANDWIDTH_MIN, `range.${BANDWIDTH_MIN}.${BANDWIDTH_MAX}`)
  .max(BANDWIDTH_MAX, `range.${BANDWIDTH_MIN}.${BANDWIDTH_MAX}`)
/** The most characters of a question, an answer, or the reason of a rejection. */
export const WORK_ORDER_TEXT_MAX = 500
export const WorkOrderText = linesOfText(1, WORK_ORDER_TEXT_MAX)

const Region = lineOfText(1, 32)
/** The members that use the POPs of each region. A member is in one region only. */
export const PopConf = z.record(Region, z.array(RouterName).max(5000))

export const WorkOrderSummary = z.object({
  /** The short number that people say; null of an order from before there were such numbers, until it gets one. */
  // Servers of the version before leave it out.
  no: z.number().int().nullable().default(null),
  network_ticket_number: z.string(),
  network_number: z.string(),
  network_name: z.string(),
  /** 0 if the network was deleted. */
  network_exists: Flag,
  network_ticket_type: WorkOrderType,
  network_ticket_status: WorkOrderStatus,
  state: z.enum(workOrderStates),
  create_time: UnixTime,
  complete_time: UnixTime.nullable(),
})
export type WorkOrderSummary = z.output<typeof WorkOrderSummary>
/** The kinds of entries in an order's dialogue: `resumption` is the operator's, who goes on without an answer. */
export const workOrderEntryKinds = ['question', 'answer', 'resumption', 'rejection', 'resubmission'] as const
export const WorkOrderEntry = z.object({
  kind: z.enum(workOrderEntryKinds),
  /** Who wrote it; customers see one name for every operator. */
  author: z.string(),
  /** Plain text. */
  content: z.string(),
  create_time: UnixTime,
})
export type WorkOrderEntry = z.output<typeof WorkOrderEntry>
export const WorkOrder = WorkOrderSummary.extend({
  accept_time: UnixTime.nullable(),
  cancel_time: UnixTime.nullable(),
  reject_time: UnixTime.nullable(),
  /** Oldest first. */
  dialogue: z.array(WorkOrderEntry),
  attributes: z.object({
    bandwidth: z.number().int(),
    pop: z.array(z.object({ value: z.string(), name: z.string() })),
    expired_time: z.number().int(),
    pop_conf: z.record(z.string(), z.array(z.string())),
  }),
  /** The members that it names, with their names; those of deleted members are the last that they had. */
  members: z.array(z.object({ router_name: z.string(), note: z.string(), deleted: Flag })),
})
export type WorkOrder = z.output<typeof WorkOrder>

const OneOrder = z.strictObject({ network_ticket_number: WorkOrderNumber })
/** What an order asks for. */
const Choices = z.strictObject({
  ticket: z.strictObject({
    pop: z.array(Region).min(1, 'chooseOne').max(50),
    expired_time: z.literal(WORK_ORDER_YEARS),
    bandwidth: WorkOrderBandwidth,
  }),
  pop_conf: PopConf,
})

export const workOrders = {
  list: list('network/ticket_lists', {
    access: 'network.view',
    summary: '组网工单列表',
    input: PageQuery.pick({ page: true, limit: true }).extend({
      network_ticket_number: z.string().overwrite(withoutBlanks).max(14).default(''),
      /** Part of a number, so not an identifier: orders that the caller may not see are left out of the list. */
      network_number: z.string().overwrite(withoutBlanks).max(10).default(''),
      start_time: Day.optional(),
      end_time: Day.optional(),
    }),
    row: WorkOrderSummary,
  }),
  view: get('network/ticket_view', { access: 'network.view', summary: '组网工单详情', input: OneOrder, output: WorkOrder }),
  config: get('network/ticket_config', {
    access: 'network.view',
    summary: '组网工单选项',
    input: OneNetwork.extend({ type: z.coerce.number().pipe(WorkOrderType) }),
    output: z.object({
      network_ticket_type: WorkOrderType,
      ticket: z.object({
        pop: z.array(z.object({ value: z.string(), name: z.string() })),
        expired_time: z.array(z.object({ value: z.number().int() })),
        bandwidth: z.array(z.number().int()),
      }),
      member: z.array(z.object({ router_name: z.string(), note: z.string(), router_type: z.literal([1, 2]), online: Flag })),
      pop_conf: z.record(z.string(), z.array(z.string())),
    }),
  }),
  create: post('network/ticket', {
    access: 'network.edit',
    summary: '提交组网工单',
    done: says.submitted,
    input: OneNetwork.extend({ network_ticket_type: WorkOrderType, ...Choices.shape }),
    output: z.object({ network_ticket_number: z.string() }),
    spends: [{ budget: 'work_order', at: 'door' }],
    audit: 'network',
    idempotent: true,
  }),
  cancel: post('network/ticket_cancel', {
    access: 'network.edit',
    summary: '取消组网工单',
    done: says.unlessTrial(says.cancelled),
    // True only tells what would become of the network's members.
    input: OneOrder.extend({ check: neverEmpty(z.boolean().default(false)) }),
    output: z.object({ impact: z.array(NetworkImpact) }),
    audit: 'network',
  }),
  delete: post('network/ticket_delete', {
    access: 'network.edit',
    summary: '删除组网工单',
    done: says.deleted,
    input: OneOrder,
    audit: 'network',
  }),
  remove_member: post('network/ticket_remove_member', {
    access: 'network.edit',
    summary: '移出工单成员',
    done: says.removed,
    input: OneOrder.extend({ region: Region, router_name: RouterName }),
    audit: 'network',
  }),
  answer: post('network/ticket_answer', {
    access: 'network.edit',
    summary: '答复组网工单的提问',
    done: says.submitted,
    input: OneOrder.extend({ content: WorkOrderText }),
    spends: [{ budget: 'work_order', at: 'door' }],
    audit: 'network',
  }),
  /** Sends a rejected order again, with other choices. */
  resubmit: post('network/ticket_resubmit', {
    access: 'network.edit',
    summary: '修改被驳回的组网工单并重新提交',
    done: says.submitted,
    input: OneOrder.extend(Choices.shape),
    spends: [{ budget: 'work_order', at: 'door' }],
    audit: 'network',
  }),
}

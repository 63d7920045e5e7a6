import { z } from 'zod'
import { PageQuery } from '../endpoint.ts'
import { Day, Flag, NetworkNumber, PopResourceId, RouterName, UnixTime, WorkOrderNumber } from '../fields/schemas.ts'
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
    access: 'any',
    summary: 'POP 资源列表',
    input: PageQuery.pick({ page: true, limit: true }),
    row: PopResourceSummary,
  }),
  config: get('network_fr/config', { access: 'any', summary: '可关联的 POP 资源', input: OneNetwork, output: z.array(PopResource) }),
  areas: get('network_fr/ov', {
    access: 'any',
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
/** The actions that each status permits (docs/design/domain.md §6). */
export const workOrderMoves: Record<WorkOrderStatus, { cancel: boolean; delete: boolean; removeMember: boolean }> = {
  1: { cancel: false, delete: true, removeMember: true },
  2: { cancel: true, delete: false, removeMember: true },
  3: { cancel: true, delete: false, removeMember: false },
  4: { cancel: false, delete: true, removeMember: false },
}
/** The marks of the bandwidth slider, in Mbit/s; the first is the least and the last the most (specification 2 §9). */
export const WORK_ORDER_BANDWIDTHS = [1, 50, 100, 150, 200] as const
/** Years for which POP access can be requested. */
export const WORK_ORDER_YEARS = [1, 2, 3, 5] as const

const Region = z.string().trim().min(1, 'required').max(32)
/** The members that use the POPs of each region. A member is in one region only. */
export const PopConf = z.record(Region, z.array(RouterName).max(5000))

export const WorkOrderSummary = z.object({
  network_ticket_number: z.string(),
  network_number: z.string(),
  network_name: z.string(),
  /** 0 if the network was deleted. */
  network_exists: Flag,
  network_ticket_type: WorkOrderType,
  network_ticket_status: WorkOrderStatus,
  create_time: UnixTime,
  complete_time: UnixTime.nullable(),
})
export type WorkOrderSummary = z.output<typeof WorkOrderSummary>
export const WorkOrder = WorkOrderSummary.extend({
  accept_time: UnixTime.nullable(),
  cancel_time: UnixTime.nullable(),
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

export const workOrders = {
  list: list('network/ticket_lists', {
    access: 'any',
    summary: '组网工单列表',
    input: PageQuery.pick({ page: true, limit: true }).extend({
      network_ticket_number: z.string().trim().max(14).default(''),
      /** Part of a number, so not an identifier: orders that the caller may not see are left out of the list. */
      network_number: z.string().trim().max(10).default(''),
      start_time: Day.optional(),
      end_time: Day.optional(),
    }),
    row: WorkOrderSummary,
  }),
  view: get('network/ticket_view', { access: 'any', summary: '组网工单详情', input: OneOrder, output: WorkOrder }),
  config: get('network/ticket_config', {
    access: 'any',
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
    input: OneNetwork.extend({
      network_ticket_type: WorkOrderType,
      ticket: z.strictObject({
        pop: z.array(Region).min(1, 'chooseOne').max(50),
        expired_time: z.literal(WORK_ORDER_YEARS),
        bandwidth: z.number().int().min(WORK_ORDER_BANDWIDTHS[0]).max(200),
      }),
      pop_conf: PopConf,
    }),
    output: z.object({ network_ticket_number: z.string() }),
    audit: 'network',
    idempotent: true,
  }),
  cancel: post('network/ticket_cancel', {
    access: 'network.edit',
    summary: '取消组网工单',
    // True only tells what would become of the network's members.
    input: OneOrder.extend({ check: z.boolean().default(false) }),
    output: z.object({ impact: z.array(NetworkImpact) }),
    audit: 'network',
  }),
  delete: post('network/ticket_delete', { access: 'network.edit', summary: '删除组网工单', input: OneOrder, audit: 'network' }),
  remove_member: post('network/ticket_remove_member', {
    access: 'network.edit',
    summary: '移出工单成员',
    input: OneOrder.extend({ region: Region, router_name: RouterName }),
    audit: 'network',
  }),
}

import { z } from 'zod'
import { RevisionState } from '../console/network.ts'
import { Ipv4Text } from '../console/network-setting.ts'
import { WorkOrder, workOrderStates, WorkOrderStatus, WorkOrderSummary, WorkOrderText } from '../console/pop.ts'
import { says } from '../done.ts'
import { endpointsOf, PageQuery } from '../endpoint.ts'
import { AccountNumber, Flag, lineOfText, RowId, UnixTime, WorkOrderNumber } from '../fields/schemas.ts'

const { get, post, list } = endpointsOf('ops')

const PopDraft = z.strictObject({
  name: lineOfText(1, 32),
  region: lineOfText(1, 32),
  public_ip: Ipv4Text,
  port: z.number().int().min(1).max(65_535),
  /** In Mbit/s. */
  capacity: z.number().int().min(1).max(1_000_000),
})

export const pops = {
  list: list('pops/lists', {
    access: 'operator',
    summary: 'POP 列表',
    input: PageQuery,
    row: z.object({
      id: z.string(),
      name: z.string(),
      /** The name of the agent that runs the POP. */
      pop_name: z.string(),
      region: z.string(),
      public_ip: z.string(),
      port: z.number().int(),
      capacity: z.number().int(),
      /** The part of the capacity that customers have bought. */
      sold: z.number().int(),
      create_time: UnixTime,
      /** 1 if its agent is connected, and the time since which it has a credential. */
      online_status: Flag,
      activate_time: UnixTime.nullable(),
      version: z.string().nullable(),
      /** The state of the newest revision on it, and the reason for a failure as the agent reports it. */
      revision_state: RevisionState,
      config_error: z.string().nullable(),
    }),
  }),
  create: post('pops/create', {
    access: 'ops.pops',
    summary: '登记 POP',
    done: says.saved,
    input: PopDraft,
    /** The code in clear, shown only here. */
    output: z.object({ id: z.string(), pop_name: z.string(), activation_code: z.string() }),
    audit: 'network',
    idempotent: true,
  }),
  activate_code: post('pops/activate_code', {
    access: 'ops.pops',
    summary: '重新生成 POP 激活码',
    input: z.strictObject({ id: RowId }),
    output: z.object({ pop_name: z.string(), activation_code: z.string() }),
    audit: 'network',
  }),
  edit: post('pops/edit', {
    access: 'ops.pops',
    summary: '修改 POP',
    done: says.saved,
    input: PopDraft.extend({ id: RowId }),
    audit: 'network',
  }),
}

/** The account that the order belongs to. */
const Customer = z.object({ account_number: z.string(), nickname: z.string() })
const OneOrder = z.strictObject({ network_ticket_number: WorkOrderNumber })

export const opsWorkOrders = {
  list: list('work_orders/lists', {
    access: 'operator',
    summary: '组网工单列表',
    input: PageQuery.pick({ page: true, limit: true }).extend({
      status: z.coerce.number().pipe(WorkOrderStatus).optional(),
      state: z.enum(workOrderStates).optional(),
      account_number: AccountNumber.optional(),
    }),
    row: WorkOrderSummary.extend(Customer.shape),
  }),
  /**
   * The number of open orders that wait for an operator: not yet accepted, and accepted; orders that wait for an answer of their customer
   * are in neither. Names no customer, so it is not logged; pages poll it.
   */
  open: get('work_orders/open', {
    access: 'operator',
    summary: '未完成的组网工单数',
    output: z.object({ waiting: z.number().int(), handling: z.number().int() }),
  }),
  info: get('work_orders/info', {
    access: 'operator',
    summary: '组网工单详情',
    input: OneOrder,
    output: WorkOrder.extend(Customer.shape),
  }),
  accept: post('work_orders/accept', { access: 'ops.pops', summary: '受理组网工单', input: OneOrder, audit: 'network' }),
  complete: post('work_orders/complete', {
    access: 'ops.pops',
    summary: '完成组网工单',
    input: OneOrder.extend({ areas: z.array(RowId).min(1, 'chooseOne').max(50) }),
    output: z.object({ network_fr_id: z.string() }),
    audit: 'network',
    idempotent: true,
  }),
  /** The customer reads the reason, may correct the order and send it again. */
  reject: post('work_orders/reject', {
    access: 'ops.pops',
    summary: '驳回组网工单',
    input: OneOrder.extend({ reason: WorkOrderText }),
    audit: 'network',
  }),
  /** Asks the customer, whose answer the order waits for. An order that was not accepted yet is accepted by this. */
  ask: post('work_orders/ask', {
    access: 'ops.pops',
    summary: '要求客户补充说明',
    input: OneOrder.extend({ content: WorkOrderText }),
    audit: 'network',
  }),
  resume: post('work_orders/resume', { access: 'ops.pops', summary: '不等待答复，继续处理', input: OneOrder, audit: 'network' }),
}

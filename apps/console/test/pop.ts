import { type contract, type OutputOf, type PopResourceSummary, type WorkOrder, WORK_ORDER_TYPE } from '@weft/contract'

/** Returns a POP resource that a network uses in two regions, for another year unless `change` says otherwise. */
export const aPop = (change: Partial<PopResourceSummary> = {}): PopResourceSummary => ({
  network_fr_id: '1',
  shortname: '华东双区 50M',
  bandwidth: 50,
  status: 1,
  expire_day: 364,
  expire_time: 1_821_000_000,
  network_number: '1000000001',
  network_name: '华东生产网',
  areas: [
    { ov_id: '11', area: '上海', members: ['HQ-0001', 'SH-0002'], notes: ['上海总部', '福州门店'] },
    { ov_id: '12', area: '杭州', members: [], notes: [] },
  ],
  ...change,
})

const STATES = { 1: 'pending', 2: 'running', 3: 'completed', 4: 'cancelled' } as const
/** Returns a work order that an operator is processing, unless `change` says otherwise. */
export const anOrder = (change: Partial<WorkOrder> = {}): WorkOrder => ({
  no: 3107,
  network_ticket_number: '20261122000001',
  network_number: '1000000001',
  network_name: '华东生产网',
  network_ticket_type: WORK_ORDER_TYPE,
  network_ticket_status: 2,
  state: STATES[change.network_ticket_status ?? 2],
  create_time: 1_790_000_000,
  accept_time: 1_790_003_600,
  complete_time: null,
  cancel_time: null,
  reject_time: null,
  dialogue: [],
  network_exists: 1,
  attributes: {
    bandwidth: 100,
    pop: [
      { value: '上海', name: '上海' },
      { value: '杭州', name: '杭州' },
    ],
    expired_time: 2,
    pop_conf: { 上海: ['HQ-0001', 'SH-0002'], 杭州: [] },
  },
  members: [
    { router_name: 'HQ-0001', note: '上海总部', deleted: 0 },
    { router_name: 'SH-0002', note: '福州门店', deleted: 0 },
  ],
  ...change,
})

type OrderOptions = OutputOf<typeof contract.workOrders.config>

/** Returns order options: three regions for a network of three members. */
export const orderOptions = (change: Partial<OrderOptions> = {}): OrderOptions => ({
  network_ticket_type: WORK_ORDER_TYPE,
  ticket: {
    pop: ['上海', '杭州', '广州'].map((name) => ({ value: name, name })),
    expired_time: [1, 2, 3, 5].map((value) => ({ value })),
    bandwidth: [1, 50, 100, 150, 200],
  },
  member: [
    { router_name: 'HQ-0001', note: '总部', router_type: 1, online: 1 },
    { router_name: 'SH-0002', note: '上海门店', router_type: 1, online: 0 },
    { router_name: 'wang@20000001', note: '王工', router_type: 2, online: 0 },
  ],
  pop_conf: {},
  ...change,
})

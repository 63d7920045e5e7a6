import type { CustomerTicket, CustomerTicketDetail } from '@weft/contract'

/** Returns a ticket that waits for its first answer. */
export const aTicketRow = (change: Partial<CustomerTicket> = {}): CustomerTicket => ({
  ticket_number: '20261122000001',
  no: 8302,
  subject: null,
  ticket_title: '门店打印机离线',
  ticket_type: 3,
  ticket_status: 1,
  create_time: 1_790_000_000,
  appraised: 0,
  create_name: '林晓',
  close_time: null,
  merged_into: null,
  last_reply: null,
  own: 1,
  fresh: 0,
  turn: 'support',
  due_time: null,
  ...change,
})

/** Returns the same ticket with its content and dialogue. */
export const aTicket = (change: Partial<CustomerTicketDetail> = {}): CustomerTicketDetail => ({
  ...aTicketRow(),
  ticket_content: '今天上午九点起，静安店的打印机无法访问。',
  images: [],
  dialogue: [],
  appraise: null,
  evidence: [],
  recoveries: [],
  ...change,
})

import { z } from 'zod'
import { ConnectionLog } from '../console/log.ts'
import { NetworkSummary } from '../console/network.ts'
import {
  pictureBody,
  ReplyContent,
  Ticket,
  TICKET_CONTENT_MAX,
  TICKET_FILES_MAX,
  TicketDetail,
  TicketPicture,
  TicketStatus,
} from '../console/support-ticket.ts'
import { endpointsOf, PageQuery } from '../endpoint.ts'
import { AccountNumber, Flag, lineOfText, linesOfText, RowId, TICKET_NUMBER, UnixTime } from '../fields/schemas.ts'

const { get, post, list } = endpointsOf('ops')

/** Seconds after which a customer's wait for an answer is overdue. */
export const TICKET_OVERDUE_SECONDS = 86_400

const One = z.strictObject({ ticket_number: z.string().regex(TICKET_NUMBER, 'format.ticket') })
/** The ticket's customer, and the time since which they wait for an answer; null once they have it. */
const OfCustomer = z.object({ account_number: z.string(), nickname: z.string(), waiting_since: UnixTime.nullable() })

export const opsTickets = {
  list: list('tickets/lists', {
    access: 'operator',
    summary: '售后工单列表',
    /**
     * Newest first; `waiting` keeps only tickets that wait for an answer, longest wait first. `search` matches parts of the number, the
     * title, the account number and the owner's name.
     */
    input: PageQuery.extend({
      status: z.coerce.number().pipe(TicketStatus).optional(),
      waiting: z.coerce.number().pipe(Flag).default(0),
      account_number: AccountNumber.optional(),
    }),
    row: Ticket.extend(OfCustomer.shape),
  }),
  info: get('tickets/info', {
    access: 'operator',
    summary: '售后工单详情',
    input: One,
    output: TicketDetail.extend(OfCustomer.shape),
  }),
  /** The number of tickets that wait for an answer, and the overdue ones among them. Open pages poll it; it names no customer. */
  waiting: get('tickets/waiting', {
    access: 'operator',
    summary: '等待回复的工单数',
    output: z.object({ waiting: z.number().int(), overdue: z.number().int() }),
  }),
  /** Shows whether there is more to read than on an open page, which polls it every few seconds; it carries no text of the ticket. */
  state: get('tickets/state', {
    access: 'operator',
    summary: '售后工单的状态和回复数',
    input: One,
    output: z.object({ ticket_status: TicketStatus, replies: z.number().int(), appraised: Flag }),
  }),
  /** The newest networks of the ticket's customer, and the connections of its members within a week. */
  customer: get('tickets/customer', {
    access: 'operator',
    summary: '工单客户的组网和近期事件',
    input: One,
    output: z.object({ network_count: z.number().int(), networks: z.array(NetworkSummary), events: z.array(ConnectionLog) }),
  }),
  reply: post('tickets/reply', {
    access: 'ops.tickets',
    summary: '回复售后工单',
    input: One.extend({
      content: ReplyContent,
      /** The number of replies when this one was written; if there has been another since, this one is refused. */
      seen: z.number().int().min(0).optional(),
      file_ids: z.array(z.uuid()).max(TICKET_FILES_MAX, `ticketFiles.${TICKET_FILES_MAX}`).default([]),
    }),
    audit: 'ticket',
    idempotent: true,
  }),
  close: post('tickets/close', { access: 'ops.tickets', summary: '关闭售后工单', input: One, audit: 'ticket' }),
  /** A file for this ticket alone: a file meant for one customer cannot get to another. */
  upload_file: post('tickets/upload_file', {
    access: 'ops.tickets',
    summary: '上传工单附件',
    input: One,
    output: TicketPicture,
    body: pictureBody,
    audit: 'ticket',
  }),
}

/** Replies that operators send often. */
export const savedReplies = {
  list: list('replies/lists', {
    access: 'operator',
    summary: '常用回复列表',
    input: PageQuery,
    row: z.object({ id: z.string(), title: z.string(), content: z.string(), create_time: UnixTime }),
  }),
  create: post('replies/create', {
    access: 'ops.tickets',
    summary: '添加常用回复',
    input: z.strictObject({ title: lineOfText(1, 32), content: linesOfText(1, TICKET_CONTENT_MAX) }),
    output: z.object({ id: z.string() }),
    audit: 'ticket',
    idempotent: true,
  }),
  delete: post('replies/delete', {
    access: 'ops.tickets',
    summary: '删除常用回复',
    input: z.strictObject({ id: RowId }),
    audit: 'ticket',
  }),
}

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
import { says } from '../done.ts'
import { endpointsOf, PageQuery } from '../endpoint.ts'
import { AccountNumber, Flag, lineOfText, linesOfText, neverEmpty, ROUTER_NAME, RowId, TICKET_NUMBER, UnixTime } from '../fields/schemas.ts'
import { TicketPriority } from './ticket-due.ts'
import { DeskMember } from './trouble.ts'

const { get, post, list } = endpointsOf('ops')

const AnyNumber = z.string().regex(TICKET_NUMBER, 'format.ticket')
const One = z.strictObject({ ticket_number: AnyNumber })
/** What operators see of a ticket besides what its customer sees. */
const AtDesk = z.object({
  account_number: z.string(),
  nickname: z.string(),
  /** Since when the customer waits for an answer; null once they have it. */
  waiting_since: UnixTime.nullable(),
  /** Until when the customer who waits should have it. */
  due_time: UnixTime.nullable(),
  priority: TicketPriority,
  /** The name of the operator who handles it; null if nobody does. */
  assignee: z.string().nullable(),
  /** When a customer deleted it; null if it was not deleted. */
  delete_time: UnixTime.nullable(),
})
/** Another open ticket of the same customer. */
const OtherTicket = Ticket.pick({ ticket_number: true, ticket_title: true, create_name: true, create_time: true }).extend({
  /** 1 if both are about the same member. */
  same_member: Flag,
})
/** A note that operators alone see. */
export const TicketNote = z.object({ note_id: z.string(), operator_name: z.string(), content: z.string(), create_time: UnixTime })
export type TicketNote = z.output<typeof TicketNote>

/** The most tickets that wait for us, and the most that wait for their customers, which the queue lists. */
export const QUEUE_ROWS = 100
/** What the queue shows: all open tickets, those that the caller handles, or those that nobody handles. */
export const queueViews = ['open', 'mine', 'unassigned'] as const
export type QueueView = (typeof queueViews)[number]
const Queued = Ticket.pick({ ticket_number: true, ticket_title: true, last_reply: true }).extend({
  ...AtDesk.omit({ delete_time: true }).shape,
  /** The member that the ticket is about, else one that it names, and the worst of several; null if it is about none. */
  member: DeskMember.pick({ router_name: true, note: true, state: true }).nullable(),
})
export type QueuedTicket = z.output<typeof Queued>
/** Seconds for which an operator counts as writing after the last sign of it. */
export const WRITING_SECONDS = 10

const SavedReply = z.object({
  id: z.string(),
  title: z.string(),
  content: z.string(),
  create_time: UnixTime,
  /** Rises with each change; `replies/edit` names the one that it changes. */
  version: z.number().int(),
  update_time: UnixTime.nullable(),
})
export type SavedReply = z.output<typeof SavedReply>
const SavedText = z.strictObject({ title: lineOfText(1, 32), content: linesOfText(1, TICKET_CONTENT_MAX) })

export const opsTickets = {
  list: list('tickets/lists', {
    access: 'operator',
    summary: '售后工单列表',
    /**
     * The longest wait first, then the newest; of one account the newest first; of deleted ones the latest deleted. `search` matches the
     * short number, whose ticket comes first, and parts of the long one, the title, the account number and the owner's name. A search and the list of one account include deleted tickets,
     * any other list does not.
     */
    input: PageQuery.extend({
      status: z.coerce.number().pipe(TicketStatus).optional(),
      waiting: z.coerce.number().pipe(Flag).default(0),
      priority: z.coerce.number().pipe(TicketPriority).optional(),
      /** `me`: those that the caller handles. `none`: those that nobody handles. */
      assignee: z.enum(['me', 'none']).optional(),
      /** 1 for the tickets alone that customers deleted. */
      deleted: z.coerce.number().pipe(Flag).default(0),
      account_number: AccountNumber.optional(),
    }),
    row: Ticket.extend(AtDesk.shape),
  }),
  /** The tickets to work through. Pages read it again when `tickets/waiting` changes. */
  queue: get('tickets/queue', {
    access: 'operator',
    summary: '售后工单队列',
    input: z.strictObject({ view: z.enum(queueViews).default('open') }),
    output: z.object({
      /** When it was so, by the server's clock. */
      time: UnixTime,
      /** How many tickets wait for us: all, those of the caller, those of nobody. */
      counts: z.object({ open: z.number().int(), mine: z.number().int(), unassigned: z.number().int() }),
      /** Those whose customers wait for us, the first due first. */
      waiting: z.array(Queued),
      /** Those that wait for their customers, the longest wait first. */
      asked: z.array(Queued),
      /** How many replies the caller wrote since midnight in Shanghai. */
      replied: z.number().int(),
    }),
  }),
  info: get('tickets/info', {
    access: 'operator',
    summary: '售后工单详情',
    input: One,
    output: TicketDetail.extend({ ...AtDesk.shape, delete_name: z.string().nullable(), notes: z.array(TicketNote) }),
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
    output: z.object({
      ticket_status: TicketStatus,
      replies: z.number().int(),
      appraised: Flag,
      notes: z.number().int(),
      priority: TicketPriority,
      assignee: z.string().nullable(),
      deleted: Flag,
      /** The other operators who write an answer to it. */
      writing: z.array(z.string()).default([]),
    }),
  }),
  /** Tells other operators that the caller writes an answer; open pages send it while something is being typed. */
  writing: post('tickets/writing', { access: 'ops.tickets', summary: '正在回复售后工单', done: says.saved, input: One }),
  /**
   * The members that the ticket names, the newest networks of its customer, and the connections of its members within a week. A member is
   * named by its serial number or login, and one that needs attention also by its name.
   */
  customer: get('tickets/customer', {
    access: 'operator',
    summary: '工单客户的组网和近期事件',
    input: One,
    output: z.object({
      members: z.array(DeskMember).default([]),
      network_count: z.number().int(),
      networks: z.array(NetworkSummary),
      events: z.array(ConnectionLog),
      /** The other open tickets of this customer, those that name the same member first. */
      others: z.array(OtherTicket).default([]),
      /** How many tickets of this customer are closed, and the mean of their ratings; null if none was rated. */
      closed: z.number().int().default(0),
      rating: z.number().nullable().default(null),
    }),
  }),
  /** Notes for operators why a member of the ticket's customer is as it is now. */
  check: post('tickets/check', {
    access: 'ops.tickets',
    summary: '检测工单涉及的成员',
    done: says.saved,
    input: One.extend({ router_name: z.string().regex(ROUTER_NAME, 'format.member') }),
    audit: 'ticket',
  }),
  /** The names of the operators to whom a ticket can be given. */
  assignees: get('tickets/assignees', { access: 'ops.tickets', summary: '可以处理工单的运营人员', output: z.array(z.string()) }),
  reply: post('tickets/reply', {
    access: 'ops.tickets',
    summary: '回复售后工单',
    done: says.replied,
    input: One.extend({
      content: ReplyContent,
      /** The number of replies when this one was written; if there has been another since, this one is refused. */
      seen: neverEmpty(z.number().int().min(0).optional()),
      file_ids: z.array(z.uuid()).max(TICKET_FILES_MAX, `ticketFiles.${TICKET_FILES_MAX}`).default([]),
    }),
    audit: 'ticket',
    idempotent: true,
  }),
  close: post('tickets/close', { access: 'ops.tickets', summary: '关闭售后工单', done: says.closed, input: One, audit: 'ticket' }),
  /** Gives a ticket to an operator, or to nobody. It is refused if somebody else has given it away since the caller looked. */
  assign: post('tickets/assign', {
    access: 'ops.tickets',
    summary: '分配售后工单',
    done: says.saved,
    input: One.extend({ assignee: z.string().nullable(), seen_assignee: z.string().nullable() }),
    audit: 'ticket',
  }),
  /** Changes the priority. It is refused if somebody else has changed it since the caller looked. */
  prioritise: post('tickets/priority', {
    access: 'ops.tickets',
    summary: '修改工单优先级',
    done: says.saved,
    input: One.extend({ priority: TicketPriority, seen_priority: TicketPriority }),
    audit: 'ticket',
  }),
  note: post('tickets/note', {
    access: 'ops.tickets',
    summary: '添加内部备注',
    done: says.saved,
    input: One.extend({ content: linesOfText(1, TICKET_CONTENT_MAX) }),
    audit: 'ticket',
    idempotent: true,
  }),
  /** Closes a ticket in favour of another one of the same account, which shows the dialogue of both from then on. */
  merge: post('tickets/merge', {
    access: 'ops.tickets',
    summary: '合并售后工单',
    input: One.extend({ into: AnyNumber }),
    audit: 'ticket',
  }),
  restore: post('tickets/restore', { access: 'ops.tickets', summary: '恢复客户删除的工单', input: One, audit: 'ticket' }),
  /** A file for this ticket alone: a file meant for one customer cannot get to another. */
  upload_file: post('tickets/upload_file', {
    access: 'ops.tickets',
    summary: '上传工单附件',
    done: says.uploaded,
    input: One,
    output: TicketPicture,
    body: pictureBody,
    audit: 'ticket',
  }),
}

/** Replies that operators send often. */
export const savedReplies = {
  list: list('replies/lists', { access: 'operator', summary: '常用回复列表', input: PageQuery, row: SavedReply }),
  create: post('replies/create', {
    access: 'ops.tickets',
    summary: '添加常用回复',
    done: says.saved,
    input: SavedText,
    output: z.object({ id: z.string() }),
    audit: 'ticket',
    idempotent: true,
  }),
  /** Changes a reply. It is refused if somebody else has changed it since `version`. */
  edit: post('replies/edit', {
    access: 'ops.tickets',
    summary: '修改常用回复',
    done: says.saved,
    input: SavedText.extend({ id: RowId, version: z.number().int().min(1) }),
    audit: 'ticket',
  }),
  delete: post('replies/delete', {
    access: 'ops.tickets',
    summary: '删除常用回复',
    done: says.deleted,
    input: z.strictObject({ id: RowId }),
    audit: 'ticket',
  }),
}

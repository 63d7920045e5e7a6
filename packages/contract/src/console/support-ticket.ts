import { DAY_SECONDS } from '../day.ts'
import { z } from 'zod'
import { says } from '../done.ts'
import { PageQuery } from '../endpoint.ts'
import { Flag, lineOfText, linesOfText, RouterName, TicketFileId, TicketNumber, UnixTime } from '../fields/schemas.ts'
import type { Language } from '../language.ts'
import { get, list, post } from './api.ts'

/** The subjects of tickets, in the order in which the form offers them. */
export const ticketTypes = [1, 2, 3, 4, 6] as const
export type TicketType = (typeof ticketTypes)[number]
export const ticketTypeNames: Record<TicketType, Record<Language, string>> = {
  1: { 'zh-CN': '平台服务', en: 'Platform' },
  2: { 'zh-CN': '智能组网', en: 'Networking' },
  3: { 'zh-CN': '智能设备', en: 'Devices' },
  4: { 'zh-CN': '账号问题', en: 'Account' },
  6: { 'zh-CN': '其他', en: 'Other' },
}
/** 1 待处理, 2 处理中, 3 已关闭 (docs/design/domain.md §6). */
export const TicketStatus = z.literal([1, 2, 3])
export type TicketStatus = z.output<typeof TicketStatus>

export const TICKET_TITLE_MIN = 2
export const TICKET_TITLE_MAX = 32
export const TICKET_CONTENT_MIN = 10
export const TICKET_CONTENT_MAX = 5000
export const APPRAISAL_MAX = 500
export const TICKET_FILES_MAX = 3
export const TICKET_FILE_BYTES = 2 * 1024 * 1024
/** The kinds of picture that a ticket accepts; the server checks the bytes, not the name. */
export const ticketFileTypes = ['image/png', 'image/gif', 'image/jpeg'] as const

/** The request body that carries a ticket's picture. */
export const pictureBody = { kind: 'multipart', field: 'image', max_bytes: TICKET_FILE_BYTES, types: ticketFileTypes } as const

/** The most tickets of an account that are not closed; `WEFT_CALLS_FACTOR` of an installation multiplies it. */
export const TICKETS_OPEN_MAX = 20

export const TicketPicture = z.object({
  id: z.string(),
  /** A signed link, valid for at least an hour. */
  src: z.string(),
})
export type TicketPicture = z.output<typeof TicketPicture>

/** Days after its closing in which a ticket can be reopened. */
export const TICKET_REOPEN_DAYS = 7
/** Days for which operators keep a ticket that a customer deleted. */
export const TICKET_KEPT_DAYS = 180
/** The most tickets of one status that are counted; beyond it a count is one more. */
export const TICKETS_COUNTED = 999

/** The most facts about its member that a ticket carries, and how long their names and texts may be. */
export const TICKET_FACTS_MAX = 12
export const TICKET_FACT_NAME_MAX = 32
export const TICKET_FACT_TEXT_MAX = 200
/** How many characters of the last reply a list shows. */
export const TICKET_EXCERPT = 60

/** A fact that was known of a ticket's member when the ticket was opened: 「诊断」 and 「与平台失去联系」. */
const TicketFact = z.object({ name: z.string(), text: z.string() })
export type TicketFact = z.output<typeof TicketFact>

export const Ticket = z.object({
  ticket_number: z.string(),
  /** The short number that people say; null of a ticket from before there were such numbers, until it gets one. */
  // What servers of the version before leave out has a default, here and below.
  no: z.number().int().nullable().default(null),
  /** The member that it is about; null if it is about none, or about one that the reader may not see. Its name is empty if it has none, or is gone. */
  subject: z.object({ router_name: z.string(), note: z.string() }).nullable().default(null),
  ticket_title: z.string(),
  ticket_type: z.literal(ticketTypes),
  ticket_status: TicketStatus,
  create_time: UnixTime,
  appraised: Flag,
  /** Who opened it. */
  create_name: z.string(),
  /** Null while it is open, and of tickets that were closed before closing was recorded. */
  close_time: UnixTime.nullable(),
  /** The ticket that continues this one, which is closed; null of others. */
  merged_into: z.string().nullable(),
  /** Null while nobody has replied. */
  last_reply: z
    .object({
      reply_name: z.string(),
      reply_time: UnixTime,
      from: z.enum(['customer', 'support']),
      /** The beginning of its text. */ excerpt: z.string().default(''),
    })
    .nullable(),
})
export type Ticket = z.output<typeof Ticket>

/** A ticket as one login of its account has it. */
export const CustomerTicket = Ticket.extend({
  /** 1 if this login opened it. */
  own: Flag,
  /** 1 if support has answered since this login last read it. */
  fresh: Flag,
  /** Whose reply it waits for; null of a closed one. */
  turn: z.enum(['support', 'customer']).nullable().default(null),
  /** Until when support should have answered; null while it waits for the customer, and of a closed one. */
  due_time: UnixTime.nullable().default(null),
})
export type CustomerTicket = z.output<typeof CustomerTicket>

/** What customers call how a ticket is. */
export type TicketCondition = 'new' | 'handling' | 'yours' | 'solved' | 'merged'
export const conditionOf = ({
  ticket_status,
  merged_into,
  turn,
}: Pick<CustomerTicket, 'ticket_status' | 'merged_into' | 'turn'>): TicketCondition =>
  ticket_status === 3
    ? merged_into === null
      ? 'solved'
      : 'merged'
    : turn === 'customer'
      ? 'yours'
      : ticket_status === 1
        ? 'new'
        : 'handling'

/** Returns the number of a ticket or an order as people say it. */
export const shownNumber = ({ no }: { no: number | null }, number: string): string => String(no ?? number)

/** Returns until when a closed ticket can be reopened, in Unix seconds; undefined if it cannot be. */
export const reopenableUntil = ({ close_time, merged_into }: Pick<Ticket, 'close_time' | 'merged_into'>): number | undefined =>
  close_time === null || merged_into !== null ? undefined : close_time + TICKET_REOPEN_DAYS * DAY_SECONDS

export const TicketReply = z.object({
  reply_name: z.string(),
  reply_time: UnixTime,
  /** Plain text. */
  dialogue_content: z.string(),
  images: z.array(TicketPicture),
  from: z.enum(['customer', 'support']),
  /** The merged ticket in which it was written; null if it was written in this one. */
  merged_from: z.string().nullable(),
})
export type TicketReply = z.output<typeof TicketReply>

export const TicketDetail = Ticket.extend({
  /** Plain text. */
  ticket_content: z.string(),
  images: z.array(TicketPicture),
  dialogue: z.array(TicketReply),
  appraise: z.object({ grade: z.number().int(), content: z.string() }).nullable(),
  /** What was known of its member when it was opened; empty for a reader without its `subject`, as are the `recoveries`. */
  evidence: z.array(TicketFact).default([]),
  /** When its member was well again, after a break of so many seconds that lasted while the ticket was open: the last 20, the earliest first. */
  recoveries: z.array(z.object({ time: UnixTime, seconds: z.number().int() })).default([]),
})
export type TicketDetail = z.output<typeof TicketDetail>
export const CustomerTicketDetail = TicketDetail.extend(CustomerTicket.pick({ own: true, fresh: true, turn: true, due_time: true }).shape)
export type CustomerTicketDetail = z.output<typeof CustomerTicketDetail>

const One = z.strictObject({ ticket_number: TicketNumber })
/** Filters of a list of tickets, except the status. `search` finds parts of the number, the title, the texts and the member's name. */
const Filters = z.strictObject({
  type: z.coerce.number().pipe(z.literal(ticketTypes, 'ticketType')).optional(),
  /** 1 for the tickets that the caller opened. */
  mine: z.coerce.number().pipe(Flag).default(0),
  /** For the tickets about a member. */
  router_name: RouterName.optional(),
})
const Counted = z.number().int().min(0)
export const ReplyContent = linesOfText(1, TICKET_CONTENT_MAX)

export const supportTickets = {
  list: list('ticket/lists', {
    access: 'any',
    summary: '售后工单列表',
    /** `open`: 1 for those that are not closed, those that wait for the customer first. `yours`: 1 for those alone that wait for the customer. */
    input: PageQuery.extend({
      status: z.coerce.number().pipe(TicketStatus).optional(),
      open: z.coerce.number().pipe(Flag).default(0),
      yours: z.coerce.number().pipe(Flag).default(0),
      ...Filters.shape,
    }),
    row: CustomerTicket,
  }),
  counts: get('ticket/counts', {
    access: 'any',
    summary: '各状态的售后工单数',
    costly: true,
    input: Filters.extend(PageQuery.pick({ search: true }).shape),
    /** Each up to `TICKETS_COUNTED` and one more. */
    output: z.object({
      pending: Counted,
      handling: Counted,
      closed: Counted,
      /** Those that wait for the customer. */ yours: Counted.default(0),
    }),
  }),
  info: get('ticket/info', {
    access: 'any',
    summary: '售后工单详情，并标为已读',
    writes: true,
    input: One,
    output: CustomerTicketDetail,
  }),
  create: post('ticket/create', {
    access: 'ticket.create',
    summary: '提交售后工单',
    done: says.ticketSubmitted,
    input: z.strictObject({
      title: lineOfText(TICKET_TITLE_MIN, TICKET_TITLE_MAX),
      content: linesOfText(TICKET_CONTENT_MIN, TICKET_CONTENT_MAX),
      type: z.literal(ticketTypes, 'ticketType'),
      /** The member that it is about. */
      router_name: RouterName.optional(),
      evidence: z
        .array(z.strictObject({ name: lineOfText(1, TICKET_FACT_NAME_MAX), text: lineOfText(1, TICKET_FACT_TEXT_MAX) }))
        .max(TICKET_FACTS_MAX)
        .default([]),
      file_ids: z.array(TicketFileId).max(TICKET_FILES_MAX, `ticketFiles.${TICKET_FILES_MAX}`).default([]),
    }),
    output: z.object({ ticket_number: z.string() }),
    spends: [{ budget: 'ticket', at: 'door' }],
    audit: 'ticket',
    idempotent: true,
  }),
  upload_file: post('ticket/upload_file', {
    access: 'any',
    summary: '上传工单附件',
    done: says.uploaded,
    output: TicketPicture,
    spends: [
      { budget: 'ticket_picture', at: 'service' },
      { budget: 'picture_bytes', at: 'service' },
    ],
    body: pictureBody,
    audit: 'ticket',
  }),
  reply: post('ticket/reply', {
    access: 'any',
    summary: '回复售后工单',
    done: says.replied,
    input: One.extend({
      content: ReplyContent,
      file_ids: z.array(TicketFileId).max(TICKET_FILES_MAX, `ticketFiles.${TICKET_FILES_MAX}`).default([]),
    }),
    spends: [{ budget: 'ticket_reply', at: 'door' }],
    audit: 'ticket',
    idempotent: true,
  }),
  appraise: post('ticket/appraise', {
    access: 'any',
    summary: '评价并关闭售后工单',
    done: says.rated,
    input: One.extend({ grade: z.literal([1, 2, 3, 4, 5], 'ticketGrade'), content: linesOfText(0, APPRAISAL_MAX).default('') }),
    audit: 'ticket',
  }),
  close: post('ticket/close', { access: 'any', summary: '关闭售后工单', done: says.closed, input: One, audit: 'ticket' }),
  reopen: post('ticket/reopen', {
    access: 'any',
    summary: '重新打开售后工单',
    input: One,
    spends: [{ budget: 'ticket_reply', at: 'door' }],
    audit: 'ticket',
  }),
  delete: post('ticket/delete', { access: 'any', summary: '删除售后工单', done: says.deleted, input: One, audit: 'ticket' }),
}

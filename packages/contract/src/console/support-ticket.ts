import { z } from 'zod'
import { PageQuery } from '../endpoint.ts'
import { Flag, lineOfText, linesOfText, TicketFileId, TicketNumber, UnixTime } from '../fields/schemas.ts'
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

export const TicketPicture = z.object({
  id: z.string(),
  /** A signed link, valid for at least an hour. */
  src: z.string(),
})
export type TicketPicture = z.output<typeof TicketPicture>

export const Ticket = z.object({
  ticket_number: z.string(),
  ticket_title: z.string(),
  ticket_type: z.literal(ticketTypes),
  ticket_status: TicketStatus,
  create_time: UnixTime,
  appraised: Flag,
})
export type Ticket = z.output<typeof Ticket>

export const TicketReply = z.object({
  reply_name: z.string(),
  reply_time: UnixTime,
  /** Plain text. */
  dialogue_content: z.string(),
  images: z.array(TicketPicture),
  from: z.enum(['customer', 'support']),
})
export type TicketReply = z.output<typeof TicketReply>

export const TicketDetail = Ticket.extend({
  /** Who opened it. */
  create_name: z.string(),
  /** Plain text. */
  ticket_content: z.string(),
  images: z.array(TicketPicture),
  dialogue: z.array(TicketReply),
  appraise: z.object({ grade: z.number().int(), content: z.string() }).nullable(),
})
export type TicketDetail = z.output<typeof TicketDetail>

const One = z.strictObject({ ticket_number: TicketNumber })
export const ReplyContent = linesOfText(1, TICKET_CONTENT_MAX)

export const supportTickets = {
  list: list('ticket/lists', { access: 'any', summary: '售后工单列表', input: PageQuery, row: Ticket }),
  info: get('ticket/info', { access: 'any', summary: '售后工单详情', input: One, output: TicketDetail }),
  create: post('ticket/create', {
    access: 'any',
    summary: '提交售后工单',
    input: z.strictObject({
      title: lineOfText(TICKET_TITLE_MIN, TICKET_TITLE_MAX),
      content: linesOfText(TICKET_CONTENT_MIN, TICKET_CONTENT_MAX),
      type: z.literal(ticketTypes, 'ticketType'),
      file_ids: z.array(TicketFileId).max(TICKET_FILES_MAX, `ticketFiles.${TICKET_FILES_MAX}`).default([]),
    }),
    output: z.object({ ticket_number: z.string() }),
    audit: 'ticket',
    idempotent: true,
  }),
  upload_file: post('ticket/upload_file', {
    access: 'any',
    summary: '上传工单附件',
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
    input: One.extend({
      content: ReplyContent,
      file_ids: z.array(TicketFileId).max(TICKET_FILES_MAX, `ticketFiles.${TICKET_FILES_MAX}`).default([]),
    }),
    audit: 'ticket',
    idempotent: true,
  }),
  appraise: post('ticket/appraise', {
    access: 'any',
    summary: '评价并关闭售后工单',
    input: One.extend({ grade: z.literal([1, 2, 3, 4, 5], 'ticketGrade'), content: linesOfText(1, APPRAISAL_MAX) }),
    audit: 'ticket',
  }),
  delete: post('ticket/delete', { access: 'any', summary: '删除售后工单', input: One, audit: 'ticket' }),
}

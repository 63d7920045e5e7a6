import { type AuditAction, type TicketType, ticketTypeNames } from '@weft/contract'
import type { AuditEntry } from '../../foundation/audit/audit.service.ts'

interface Named {
  ticket_number: string
  ticket_title: string
}
const nameOf = ({ ticket_number, ticket_title }: Named) => `工单 ${ticket_number}「${ticket_title}」`
const entry = (action: AuditAction, message: string, detail: Record<string, unknown>): AuditEntry => ({
  area: 'ticket',
  action,
  message,
  detail,
})

export const opened = (ticket: Named & { ticket_type: TicketType }, pictures: number): AuditEntry =>
  entry('create_ticket', `提交${nameOf(ticket)}（${ticketTypeNames[ticket.ticket_type]['zh-CN']}）`, {
    after: { ticket_number: ticket.ticket_number, ticket_title: ticket.ticket_title, ticket_type: ticket.ticket_type, pictures },
  })
export const replied = (ticket: Named, pictures: number): AuditEntry =>
  entry('reply_ticket', `回复${nameOf(ticket)}`, { ticket_number: ticket.ticket_number, pictures })
export const appraised = (ticket: Named, grade: number): AuditEntry =>
  entry('appraise_ticket', `评价并关闭${nameOf(ticket)}：${grade} 星`, { ticket_number: ticket.ticket_number, grade })
export const closed = (ticket: Named): AuditEntry => entry('close_ticket', `关闭${nameOf(ticket)}`, { ticket_number: ticket.ticket_number })
export const deleted = (ticket: Named & { ticket_status: number }): AuditEntry =>
  entry('delete_ticket', `删除${nameOf(ticket)}`, {
    before: { ticket_number: ticket.ticket_number, ticket_title: ticket.ticket_title, ticket_status: ticket.ticket_status },
  })
export const pictureSent = (file_id: string): AuditEntry => entry('upload_ticket_file', '上传工单附件', { file_id })

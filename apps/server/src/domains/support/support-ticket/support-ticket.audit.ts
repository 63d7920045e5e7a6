import { type AuditAction, shownNumber, type TicketPriority, type TicketType, ticketPriorityNames, ticketTypeNames } from '@weft/contract'
import type { AuditEntry } from '../../foundation/audit/audit.service.ts'

interface Named {
  ticket_number: string
  no: number | null
  ticket_title: string
}
const nameOf = (ticket: Named) => `工单 ${shownNumber(ticket, ticket.ticket_number)}「${ticket.ticket_title}」`
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
export const reopened = (ticket: Named & { grade: number | null }): AuditEntry =>
  entry('reopen_ticket', `重新打开${nameOf(ticket)}${ticket.grade === null ? '' : `，撤销评价 ${ticket.grade} 星`}`, {
    ticket_number: ticket.ticket_number,
    ...(ticket.grade === null ? {} : { before: { grade: ticket.grade } }),
  })
export const merged = (ticket: Named, into: Named): AuditEntry =>
  entry('merge_ticket', `将${nameOf(ticket)}合并到${nameOf(into)}`, { ticket_number: ticket.ticket_number, into: into.ticket_number })
export const restored = (ticket: Named): AuditEntry =>
  entry('restore_ticket', `恢复客户删除的${nameOf(ticket)}`, { ticket_number: ticket.ticket_number })
export const assigned = (ticket: Named, before: string | null, assignee: string | null): AuditEntry =>
  entry('assign_ticket', assignee === null ? `取消${nameOf(ticket)}的处理人` : `将${nameOf(ticket)}的处理人设为 ${assignee}`, {
    ticket_number: ticket.ticket_number,
    before: { assignee: before },
    after: { assignee },
  })
export const prioritised = (ticket: Named, before: TicketPriority, priority: TicketPriority): AuditEntry =>
  entry(
    'ticket_priority',
    `将${nameOf(ticket)}的优先级由${ticketPriorityNames[before]['zh-CN']}改为${ticketPriorityNames[priority]['zh-CN']}`,
    { ticket_number: ticket.ticket_number, before: { priority: before }, after: { priority } },
  )
/** The text of a note is not in the log. */
export const noted = (ticket: Named): AuditEntry =>
  entry('note_ticket', `为${nameOf(ticket)}添加内部备注`, { ticket_number: ticket.ticket_number })
export const pictureSent = (file_id: string): AuditEntry => entry('upload_ticket_file', '上传工单附件', { file_id })

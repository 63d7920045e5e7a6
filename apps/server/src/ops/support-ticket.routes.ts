import type { opsContract } from '@weft/contract'
import type { LogDependencies } from '../domains/observation/log/log.service.ts'
import type { TicketDeskService } from '../domains/support/support-ticket/ticket-desk.service.ts'
import type { TicketFileService } from '../domains/support/support-ticket/ticket-file.service.ts'
import { beforehandOfOperator, type Handlers } from '../http/implement.ts'
import type { LookedAt } from './look.service.ts'
import * as tickets from './support-ticket.service.ts'

type Contract = typeof opsContract

export const opsTicketRoutes = ({
  ticketDesk: desk,
  ticketFiles: files,
  infrastructure,
  lookedAt,
}: {
  ticketDesk: TicketDeskService
  ticketFiles: TicketFileService
  infrastructure: LogDependencies
  lookedAt: LookedAt
}): Handlers<Contract['tickets']> => ({
  list: lookedAt('tickets', ({ db, operator, input }) => tickets.listTickets(desk, db, operator, input)),
  info: ({ db, operator, input }) => tickets.showTicket(desk, db, operator, input),
  queue: lookedAt('tickets', ({ db, operator, input }) => tickets.showQueue(desk, db, operator, input)),
  waiting: ({ db }) => desk.waiting(db),
  state: ({ db, operator, input }) => desk.state(db, operator, input),
  writing: ({ db, operator, input }) => desk.writing(db, operator, input),
  check: ({ db, operator, input }) => tickets.noteCheck(desk, db, operator, input),
  customer: ({ db, operator, input }) => tickets.showCustomer(desk, infrastructure, { db, operator, input }),
  assignees: ({ db }) => tickets.showAssignees(db),
  reply: ({ db, operator, input }) => desk.reply(db, operator, input),
  close: ({ db, operator, input }) => desk.close(db, operator, input),
  assign: ({ db, operator, input }) => tickets.assignTicket(desk, db, operator, input),
  prioritise: ({ db, operator, input }) => desk.prioritise(db, operator, input),
  note: ({ db, operator, input }) => desk.note(db, operator, input),
  merge: ({ db, operator, input }) => desk.merge(db, operator, input),
  restore: ({ db, operator, input }) => desk.restore(db, operator, input),
  upload_file: beforehandOfOperator(
    ({ upload }) => files.takeFromOperator(upload!.bytes),
    ({ db, operator, input, made }) => desk.notePicture(db, operator, input.ticket_number, made),
  ),
})

export const opsSavedReplyRoutes = (lookedAt: LookedAt): Handlers<Contract['savedReplies']> => ({
  list: lookedAt('replies', ({ db, input }) => tickets.listReplies(db, input)),
  create: ({ db, operator, input }) => tickets.createReply(db, operator, input),
  edit: ({ db, operator, input }) => tickets.editReply(db, operator, input),
  delete: ({ db, operator, input }) => tickets.deleteReply(db, operator, input),
})

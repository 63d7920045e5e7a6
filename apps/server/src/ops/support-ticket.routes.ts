import type { opsContract } from '@weft/contract'
import type { TicketDeskService } from '../domains/support-ticket/ticket-desk.service.ts'
import type { TicketFileService } from '../domains/support-ticket/ticket-file.service.ts'
import { beforehandOfOperator, type Handlers } from '../http/implement.ts'
import * as tickets from './support-ticket.service.ts'

type Contract = typeof opsContract

export const opsTicketRoutes = ({
  ticketDesk: desk,
  ticketFiles: files,
}: {
  ticketDesk: TicketDeskService
  ticketFiles: TicketFileService
}): Handlers<Contract['tickets']> => ({
  list: ({ db, operator, input }) => tickets.listTickets(desk, db, operator, input),
  info: ({ db, operator, input }) => tickets.showTicket(desk, db, operator, input),
  reply: ({ db, operator, input }) => desk.reply(db, operator, input),
  close: ({ db, operator, input }) => desk.close(db, operator, input),
  upload_file: beforehandOfOperator(
    ({ upload }) => files.takeFromOperator(upload!.bytes),
    ({ db, operator, input, made }) => desk.note(db, operator, input.ticket_number, made),
  ),
})

export const opsSavedReplyRoutes: Handlers<Contract['savedReplies']> = {
  list: ({ db, operator, input }) => tickets.listReplies(db, operator, input),
  create: ({ db, operator, input }) => tickets.createReply(db, operator, input),
  delete: ({ db, operator, input }) => tickets.deleteReply(db, operator, input),
}

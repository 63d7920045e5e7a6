import type { contract } from '@weft/contract'
import { beforehand, type Handlers } from '../../../http/implement.ts'
import { spenderOf } from '../../foundation/budget/budget.service.ts'
import type { SupportTicketService } from './support-ticket.service.ts'
import type { TicketFileService } from './ticket-file.service.ts'

export const supportTicketRoutes = ({
  supportTickets: tickets,
  ticketFiles: files,
}: {
  supportTickets: SupportTicketService
  ticketFiles: TicketFileService
}): Handlers<typeof contract.supportTickets> => ({
  list: ({ db, actor, input }) => tickets.list(db, actor, input),
  counts: ({ db, actor, input }) => tickets.counts(db, actor, input),
  info: ({ db, actor, input }) => tickets.info(db, actor, input),
  create: ({ db, actor, input }) => tickets.create(db, actor, input),
  // A picture is redrawn before the transaction: that may take seconds, and should hold no connection.
  upload_file: beforehand(
    ({ actor, upload, caller }) => files.take(spenderOf(actor, caller), upload!.bytes),
    ({ db, actor, made }) => files.note(db, actor, made),
  ),
  reply: ({ db, actor, input }) => tickets.reply(db, actor, input),
  appraise: ({ db, actor, input }) => tickets.appraise(db, actor, input),
  close: ({ db, actor, input }) => tickets.close(db, actor, input),
  reopen: ({ db, actor, input }) => tickets.reopen(db, actor, input),
  delete: ({ db, actor, input }) => tickets.remove(db, actor, input),
})

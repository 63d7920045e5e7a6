import type { contract } from '@weft/contract'
import type { Handlers } from '../../../http/implement.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { SupportTicketService } from '../../support/support-ticket/support-ticket.service.ts'
import { searchAll } from './search.service.ts'

export const searchRoutes = (
  { supportTickets }: { supportTickets: SupportTicketService },
  clock: Clock,
): Handlers<typeof contract.search> => ({
  all: ({ db, actor, input }) => searchAll(db, actor, input, supportTickets, clock.now()),
})

import type { AccountInfo, CustomerTicket } from '@weft/contract'
import { permits } from '../../shared/account/use-account.ts'

/** Returns whether a login may answer, close and reopen a ticket, and delete it: always its own, and those of others by right. */
export const ticketRights = (account: AccountInfo, { own }: Pick<CustomerTicket, 'own'>) => ({
  edit: own === 1 || permits(account, 'ticket.edit'),
  remove: own === 1 || permits(account, 'ticket.delete'),
})

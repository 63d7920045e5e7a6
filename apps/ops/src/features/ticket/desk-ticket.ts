import type { OutputOf, opsContract } from '@weft/contract'

/** A ticket as operators see it. */
export type DeskTicket = OutputOf<typeof opsContract.tickets.info>

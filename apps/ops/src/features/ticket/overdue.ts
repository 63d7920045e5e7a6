import { TICKET_OVERDUE_SECONDS } from '@weft/contract'

/** Returns whether a customer has waited too long for an answer. @param now in Unix seconds */
export const isOverdue = (waiting_since: number | null, now: number): boolean =>
  waiting_since !== null && now - waiting_since > TICKET_OVERDUE_SECONDS

import { TICKET_OVERDUE_SECONDS } from '@weft/contract'

/** Whether somebody waits too long. @param now in Unix seconds */
export const isOverdue = (waiting_since: number | null, now: number): boolean =>
  waiting_since !== null && now - waiting_since > TICKET_OVERDUE_SECONDS

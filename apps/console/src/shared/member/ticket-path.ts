import type { Diagnosis } from '@weft/contract'
import { absoluteTime, textNow } from '@weft/ui'
import { newTicketPath } from '../ticket/ticket-path.ts'
import * as text from './why-offline.text.ts'

/** The type of tickets about networks. */
const NETWORKING = 2

/** Returns the address of a new ticket that names the offline member, the cause and the start. @param at Unix seconds of the diagnosis */
export function offlineTicketPath(router_name: string, { text: cause, since }: Pick<Diagnosis, 'text' | 'since'>, at: number): string {
  const t = textNow(text)
  return newTicketPath({
    type: NETWORKING,
    title: t.ticketTitle(router_name),
    content: t.ticketLines(router_name, cause, since === null ? undefined : absoluteTime(since), absoluteTime(at)),
  })
}

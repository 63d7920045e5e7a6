import { type Diagnosis, TICKET_TITLE_MAX } from '@weft/contract'
import { absoluteTime, textNow } from '@weft/ui'
import { newTicketPath } from '../ticket/ticket-path.ts'
import { nameAndCode, nameOf } from './name-of.ts'
import * as text from './why-offline.text.ts'

/** The type of tickets about networks. */
const NETWORKING = 2

/** Returns the address of a new ticket that names the offline member, the cause and the start. @param at Unix seconds of the diagnosis */
export function offlineTicketPath(
  member: { router_name: string; note: string },
  { text: cause, since }: Pick<Diagnosis, 'text' | 'since'>,
  at: number,
): string {
  const t = textNow(text)
  const full = nameAndCode(member)
  const title = t.ticketTitle(full)
  return newTicketPath({
    type: NETWORKING,
    title: [...title].length > TICKET_TITLE_MAX ? t.ticketTitle(nameOf(member)) : title,
    content: t.ticketLines(full, cause, since === null ? undefined : absoluteTime(since), absoluteTime(at)),
  })
}

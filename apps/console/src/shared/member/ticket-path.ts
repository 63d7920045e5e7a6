import { type MemberState, memberStateNames, TICKET_TITLE_MAX } from '@weft/contract'
import { language, textNow } from '@weft/ui'
import { newTicketPath } from '../ticket/ticket-path.ts'
import { nameOf } from './name-of.ts'
import * as text from './why-offline.text.ts'

/** The type of tickets about networks. */
const NETWORKING = 2

/** Returns the address of a new ticket about a member, whose title says how it is; the form adds what is known of it. */
export function memberTicketPath(member: { router_name: string; note: string }, state: MemberState): string {
  const titled = (name: string) => textNow(text).ticketTitle(name, memberStateNames[state][language.get()])
  const name = nameOf(member)
  const over = Math.max(0, [...titled(name)].length - TICKET_TITLE_MAX)
  return newTicketPath({
    type: NETWORKING,
    subject: member.router_name,
    title: titled([...name].slice(0, [...name].length - over).join('')),
  })
}

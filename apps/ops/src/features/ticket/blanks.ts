import type { DeskMember } from '@weft/contract'
import type { DeskTicket } from './desk-ticket.ts'

/** A place in a saved reply that is to be filled in, such as 「{运营商电话}」. */
const BLANK = /\{[^{}\n]{1,20}\}/g

/** Returns the places in a text that are to be filled in. */
export const blanksIn = (content: string): string[] => content.match(BLANK) ?? []

/** Returns a saved reply with what the ticket tells already. */
export function filled(content: string, { create_name, nickname, ticket_number }: DeskTicket, member: DeskMember | undefined): string {
  const known: Record<string, string | undefined> = {
    '{提交人}': create_name,
    '{客户}': nickname,
    '{工单号}': ticket_number,
    '{成员}': member && (member.note || member.router_name),
    '{序列号}': member?.router_name,
  }
  return content.replace(BLANK, (blank) => known[blank] || blank)
}

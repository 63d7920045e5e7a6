import { shownNumber, TICKET_REOPEN_DAYS } from '@weft/contract'
import { escapeHtml } from '../../../kernel/escape-html.ts'

/** The name that customers see for every operator: they do not learn who of the staff answered. */
export const STAFF = '客服'

interface Named {
  ticket_number: string
  no: number | null
  ticket_title: string
}
const TYPE = '工单通知'
const numberOf = (ticket: Named) => shownNumber(ticket, ticket.ticket_number)
const titleOf = (ticket: Named) => `${numberOf(ticket)} ${ticket.ticket_title}`
const linkTo = (ticket: Named) =>
  `<a href="/ticket/detail?ticket_number=${ticket.ticket_number}">${numberOf(ticket)}</a>「${escapeHtml(ticket.ticket_title)}」`

/** Messages that tell a customer about a ticket, with its number and title. */
export const answeredMessage = (ticket: Named) => ({
  ticket_number: ticket.ticket_number,
  title: `${titleOf(ticket)}：${STAFF}回复了您`,
  type: TYPE,
  content: `<p>工单 ${linkTo(ticket)}有新回复，请查看。</p>`,
})
export const closedMessage = (ticket: Named) => ({
  ticket_number: ticket.ticket_number,
  title: `${titleOf(ticket)}：已解决`,
  type: TYPE,
  content: `<p>工单 ${linkTo(ticket)}已由客服关闭。您可以评价这次服务；如果没有解决，可以在 ${TICKET_REOPEN_DAYS} 天内重新打开。</p>`,
})
export const mergedMessage = (ticket: Named, into: Named) => ({
  ticket_number: ticket.ticket_number,
  title: `${titleOf(ticket)}：已合并到工单 ${numberOf(into)}`,
  type: TYPE,
  content: `<p>工单 ${linkTo(ticket)}已合并到工单 ${linkTo(into)}，请在该工单中继续沟通。</p>`,
})
export const restoredMessage = (ticket: Named) => ({
  ticket_number: ticket.ticket_number,
  title: `${titleOf(ticket)}：已恢复`,
  type: TYPE,
  content: `<p>客服已恢复您删除的工单 ${linkTo(ticket)}。</p>`,
})

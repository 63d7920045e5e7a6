import { shownNumber } from '@weft/contract'
import { escapeHtml } from '../../../kernel/escape-html.ts'

interface Order {
  network_ticket_number: string
  no: number | null
  network_number: string
  network_name: string
}
interface Choices {
  bandwidth: number
  /** Years. */
  expired_time: number
  pop: readonly string[]
}

/** The name that customers see for every operator: they do not learn who of the staff wrote. */
export const STAFF = '客服'

/** Returns what an order asks for, in one line. */
export const choicesOf = ({ pop, bandwidth, expired_time }: Choices): string =>
  `接入 POP ${pop.join('、')}，${bandwidth} Mbit/s，${expired_time} 年`

const TYPE = '服务通知'
const numberOf = (order: Order) => shownNumber(order, order.network_ticket_number)
const linkTo = (order: Order) =>
  `<a href="/network/ticket_detail?network_ticket_number=${order.network_ticket_number}">${numberOf(order)}</a>`
const linesOf = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')
const message = (order: Order, title: string, what: string, words?: string) => ({
  title: `${numberOf(order)} 接入 POP ${order.network_name}：${title}`,
  type: TYPE,
  network_number: order.network_number,
  content: `<p>组网「${escapeHtml(order.network_name)}」的工单 ${linkTo(order)} ${what}</p>${words === undefined ? '' : `<blockquote><p>${linesOf(words)}</p></blockquote>`}`,
})

/** Messages that notify a customer about an order. What a person typed is shown as plain text. */
export const completedMessage = (order: Order, shortname: string) =>
  message(order, '已完成', `已完成，POP 资源「${escapeHtml(shortname)}」已关联到该组网。`)
export const rejectedMessage = (order: Order, reason: string) => message(order, '被驳回', '被驳回，您可以修改后重新提交。原因：', reason)
export const askedMessage = (order: Order, question: string) =>
  message(order, '需要您补充', '需要您补充说明，答复后继续处理。问题：', question)

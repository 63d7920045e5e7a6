/** The name that customers see for every operator: they do not learn who of the staff answered. */
export const STAFF = '客服'

const TYPE = '工单通知'
const linkTo = (ticket_number: string) => `<a href="/ticket/detail?ticket_number=${ticket_number}">${ticket_number}</a>`

/** Messages that notify a customer about a ticket. None holds a text that a person typed. */
export const answeredMessage = (ticket_number: string) => ({
  title: '您的工单有新回复',
  type: TYPE,
  content: `<p>工单 ${linkTo(ticket_number)} 有新回复，请查看。</p>`,
})
export const closedMessage = (ticket_number: string) => ({
  title: '您的工单已关闭',
  type: TYPE,
  content: `<p>工单 ${linkTo(ticket_number)} 已由客服关闭，您可以对本次服务进行评价。</p>`,
})

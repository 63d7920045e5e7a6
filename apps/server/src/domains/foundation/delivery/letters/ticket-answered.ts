import { type Texts, typed } from './letter.ts'

export interface TicketAnswered {
  ticket_number: string
  ticket_title: string
  url: string
}

export const ticket_answered: Texts<TicketAnswered> = {
  'zh-CN': ({ ticket_number, ticket_title, url }, { product }) => ({
    subject: `您的工单 ${ticket_number} 有新回复`,
    heading: '您的工单有新回复',
    before: [`您在${product}提交的工单 ${ticket_number}「${typed(ticket_title)}」有新回复，请登录后查看。`],
    focus: { button: '查看工单', url },
    after: ['问题解决后，您可以在工单中关闭问题并评价；没有解决时，请直接在工单中继续回复。'],
    notice: '这是一封服务通知，因为您的账号提交了工单。',
  }),
  en: ({ ticket_number, ticket_title, url }, { product }) => ({
    subject: `Your ticket ${ticket_number} was answered`,
    heading: 'Your ticket was answered',
    before: [`Your ticket ${ticket_number}, “${typed(ticket_title)}”, with ${product} has a new answer. Sign in to read it.`],
    focus: { button: 'Open the ticket', url },
    after: ['If the problem is solved, close the ticket there and rate it; otherwise go on with your reply.'],
    notice: 'This is a service notice about a ticket of your account.',
  }),
}

import type { AlertContent } from '@weft/contract'
import { fromUnix, shanghaiTime } from '../../../../kernel/clock.ts'
import type { Card } from '../../../../adapters/webhook/webhook.ts'
import { type Sender, type Texts, typed } from './letter.ts'

export interface Alert {
  title: string
  content: AlertContent
  account_number: string
  /** The console's alert settings. */
  url: string
}

const linesOf = ({ lines }: AlertContent) => lines.map(({ time, text }) => `${shanghaiTime.format(fromUnix(time))}  ${typed(text)}`)

export const alert: Texts<Alert> = {
  'zh-CN': ({ title, content, account_number, url }, { product }) => ({
    subject: `告警：${typed(title)}`,
    heading: typed(title),
    before: linesOf(content),
    focus: { button: '打开控制台', url },
    after: content.more > 0 ? [`另有 ${content.more} 条，请在控制台查看。`] : [],
    notice: `您收到这封邮件，是因为您是${product}账号 ${account_number} 的告警接收人。可在控制台“监控告警”中修改。`,
  }),
  en: ({ title, content, account_number, url }, { product }) => ({
    subject: `Alert: ${typed(title)}`,
    heading: typed(title),
    before: linesOf(content),
    focus: { button: 'Open the console', url },
    after: content.more > 0 ? [`And ${content.more} more; see the console.`] : [],
    notice: `You receive this as a contact for alerts of account ${account_number} with ${product}. Change it under monitoring in the console.`,
  }),
}

/** Returns an alert as a card for a webhook. @param time when its delivery was queued */
export const alertCard = (id: string, { title, content, account_number, url }: Alert, { product }: Sender, time: Date): Card => ({
  id,
  title,
  good: content.lines.every((line) => line.good),
  content,
  memberUrl: (router_name) => new URL(`/router/detail?router_name=${encodeURIComponent(router_name)}`, url).href,
  url,
  account_number,
  product,
  time,
})

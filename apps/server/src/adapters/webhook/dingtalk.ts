import { createHmac } from 'node:crypto'
import { type Card, type CardCall, JSON_TYPE, type Target } from './card.ts'
import { fittingLines, plain } from './markdown.ts'

/** Most bytes of a message that the robot accepts. */
const MOST_BYTES = 18_000

/**
 * Returns the robot's signature: HMAC-SHA256 of `timestamp\nsecret` under the secret (DingTalk, “自定义机器人安全设置”).
 * @param timestamp milliseconds
 */
const dingtalkSign = (timestamp: number, secret: string): string =>
  createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64')

export function dingtalkCall(card: Card, { url, secret = '' }: Target, now: Date): CardCall {
  const timestamp = now.getTime()
  const signed = new URL(url)
  signed.searchParams.set('timestamp', String(timestamp))
  signed.searchParams.set('sign', dingtalkSign(timestamp, secret))
  const text = [`### ${plain(card.title)}`, fittingLines(card, MOST_BYTES), `[打开${plain(card.product)}](${card.url})`].join('\n\n')
  return {
    url: signed.href,
    headers: JSON_TYPE,
    body: JSON.stringify({ msgtype: 'markdown', markdown: { title: plain(card.title), text } }),
  }
}

import { createHmac } from 'node:crypto'
import { unix } from '../../kernel/clock.ts'
import { type Card, type CardCall, JSON_TYPE, type Target } from './card.ts'
import { fittingLines, plain } from './markdown.ts'

/** Most bytes of a message that the robot accepts. */
const MOST_BYTES = 18_000

/**
 * Returns the robot's signature: HMAC-SHA256 of the empty text under `timestamp\nsecret` (Feishu, “自定义机器人签名校验”).
 * @param timestamp seconds
 */
const feishuSign = (timestamp: number, secret: string): string => createHmac('sha256', `${timestamp}\n${secret}`).digest('base64')

export function feishuCall(card: Card, { url, secret = '' }: Target, now: Date): CardCall {
  const timestamp = unix(now)
  const content = fittingLines(card, MOST_BYTES)
  const button = { tag: 'button', text: { tag: 'plain_text', content: `打开${card.product}` }, type: 'primary', url: card.url }
  return {
    url,
    headers: JSON_TYPE,
    body: JSON.stringify({
      timestamp: String(timestamp),
      sign: feishuSign(timestamp, secret),
      msg_type: 'interactive',
      card: {
        header: { title: { tag: 'plain_text', content: plain(card.title) }, template: card.good ? 'green' : 'red' },
        elements: [
          { tag: 'markdown', content },
          { tag: 'action', actions: [button] },
        ],
      },
    }),
  }
}

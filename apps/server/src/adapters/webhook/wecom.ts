import { type Card, type CardCall, JSON_TYPE, type Target } from './card.ts'
import { fittingLines, plain } from './markdown.ts'

/** Most bytes of the lines: the robot accepts 4096 bytes of markdown (WeCom, “群机器人配置说明”), less the text around the lines. */
const MOST_BYTES = 3_500

/** Returns the call that sends a card to WeCom. The robot's key is part of its address, so nothing is signed. */
export function wecomCall(card: Card, { url }: Target): CardCall {
  const content = [`### ${plain(card.title)}`, fittingLines(card, MOST_BYTES), `[打开${plain(card.product)}](${card.url})`].join('\n')
  return { url, headers: JSON_TYPE, body: JSON.stringify({ msgtype: 'markdown', markdown: { content } }) }
}

import { type Card, type CardCall, JSON_TYPE, type Target } from './card.ts'
import { fitting, linesOf, plain } from './markdown.ts'

/** Bytes of markdown that the robot takes (WeCom, “群机器人配置说明”: 4096), less what stands around the lines. */
const MOST_BYTES = 3_500

/** The key of the robot stands in its address: nothing is signed. */
export function wecomCall(card: Card, { url }: Target): CardCall {
  const content = [`### ${plain(card.title)}`, fitting(linesOf(card), MOST_BYTES), `[打开${plain(card.product)}](${card.url})`].join('\n')
  return { url, headers: JSON_TYPE, body: JSON.stringify({ msgtype: 'markdown', markdown: { content } }) }
}

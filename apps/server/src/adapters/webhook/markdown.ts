import { fromUnix, shanghaiTime } from '../../kernel/clock.ts'
import type { Card } from './card.ts'

/**
 * Returns a text that remains plain text in the robots' markdown: a character that could begin a link, a heading, a mention or a tag is
 * replaced by its full-width form, because the three robots differ in what can be escaped.
 */
export const plain = (text: string): string =>
  text
    .replace(/[<>[\]()*_`#~|@\\!&]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()

/** Returns a line of a card with its time in front, and with a link if it is about a member. */
const lineOf = ({ time, text, router_name }: Card['content']['lines'][number], memberUrl: Card['memberUrl']): string => {
  const what = router_name === undefined ? plain(text) : `[${plain(text)}](${memberUrl(router_name)})`
  return `- ${shanghaiTime.format(fromUnix(time))} ${what}`
}

/** Most bytes of the line that says how many lines are left out. */
const REST_BYTES = 64

/** Returns as many lines of a card as fit into `bytes`; if some are left out, here or before, the last line says how many. */
export function fittingLines({ content: { lines, more }, memberUrl }: Card, bytes: number): string {
  const kept: string[] = []
  let used = 0
  for (const line of lines.map((one) => lineOf(one, memberUrl))) {
    used += Buffer.byteLength(line) + 1
    if (used > bytes - REST_BYTES) break
    kept.push(line)
  }
  const left = lines.length - kept.length + more
  return [...kept, ...(left > 0 ? [`- 另有 ${left} 条，请在控制台查看`] : [])].join('\n')
}

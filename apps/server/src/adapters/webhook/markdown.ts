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

/** Returns the lines of a card, each with its time in front, and with a link if it is about a member. */
export const linesOf = ({ content: { lines, more }, memberUrl }: Card): string[] => [
  ...lines.map(({ time, text, router_name }) => {
    const what = router_name === undefined ? plain(text) : `[${plain(text)}](${memberUrl(router_name)})`
    return `- ${shanghaiTime.format(fromUnix(time))} ${what}`
  }),
  ...(more > 0 ? [`- 另有 ${more} 条，请在控制台查看`] : []),
]

/** Returns as many of the lines as fit into `bytes`; if some did not fit, the last line says how many. */
export function fitting(lines: readonly string[], bytes: number): string {
  const size = (text: string) => Buffer.byteLength(text)
  const kept: string[] = []
  let used = 0
  for (const line of lines) {
    if (used + size(line) + 1 > bytes - 64) break
    kept.push(line)
    used += size(line) + 1
  }
  const left = lines.length - kept.length
  return [...kept, ...(left > 0 ? [`- 另有 ${left} 条，请在控制台查看`] : [])].join('\n')
}

import { expect, it } from 'vitest'
import { marked, markedIn, unmarked } from './member-mark.ts'

const names: Record<string, string> = { WR1: '合肥店', WR2: 'WR2' }
const called = (router_name: string) => names[router_name]!

it.each([
  [`移出 ${marked('WR1')}、${marked('WR2')}`, '移出 合肥店、WR2'],
  [`${marked('WR1')}的前缀`, '合肥店的前缀'],
  [`${marked('WR2')}的前缀`, 'WR2 的前缀'],
  [`中心改为${marked('WR2')}`, '中心改为 WR2'],
  [`Prefixes of ${marked('WR2')}`, 'Prefixes of WR2'],
])('%s says the names of its members', (text, expected) => expect(unmarked(text, called)).toBe(expected))

it('the members that are marked in several texts are returned once', () => {
  expect(markedIn([`${marked('WR1')} ${marked('WR2')}`, marked('WR1'), 'WR3'])).toEqual(['WR1', 'WR2'])
})

import { expect, it } from 'vitest'
import { isNamed, possibleNames } from './trouble.rules.ts'

const shop = { router_name: 'WR210M25031444', note: '合肥蜀山店' }

it.each([
  ['成员 合肥蜀山店 离线', true],
  ['成员名称：wr210m25031444', true],
  ['WR210M25031444.', true],
  ['（WR210M25031444）断网', true],
  ['合肥庐阳店离线', false],
  ['WR210M250314440', false],
  ['XWR210M25031444', false],
  ['user-WR210M25031444', false],
  ['', false],
])('%j names the shop: %s', (text, named) => {
  expect(isNamed(text, shop)).toBe(named)
})

it('a name of one character names nobody, and an empty one neither', () => {
  expect(isNamed('店 离线', { router_name: 'WR1', note: '店' })).toBe(false)
  expect(isNamed('全部离线', { router_name: 'WR1', note: '' })).toBe(false)
})

it('serial numbers and logins are found in a text, each once, and no more than are looked up', () => {
  expect(possibleNames('成员名称：WR1-A.\n李娜 lina@42 与 lina@42、a')).toEqual(['WR1-A', 'wr1-a', 'lina@42', 'LINA@42'])
  expect(possibleNames(Array.from({ length: 500 }, (_, at) => `${at}`.padStart(3, '0')).join(' '))).toHaveLength(200)
})

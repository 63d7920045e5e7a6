import { expect, it } from 'vitest'
import { meantBy } from './verbs.ts'

it.each([
  ['上海 前缀', 'prefix', '上海'],
  ['前缀 上海', 'prefix', '上海'],
  ['给 上海静安店 加路由前缀', 'prefix', '上海静安店'],
  ['上海静安店的名称', 'rename', '上海静安店'],
  ['给合肥重新下发配置', 'resend', '合肥'],
  ['静默 WR210M25031581', 'mute', 'wr210m25031581'],
  ['为什么合肥失联', 'why', '合肥'],
  ['redial hefei', 'redial', 'hefei'],
  ['恢复到版本 总部', 'restore', '总部'],
  ['前缀', 'prefix', ''],
])('%s means %s of %j', (typed, verb, object) => {
  expect(meantBy(typed)[0]).toEqual({ verb, object })
})

it('a text that names several verbs means each, that with the most letters first', () => {
  expect(meantBy('添加软件成员').map((one) => one.verb)).toEqual(['software'])
  expect(meantBy('名称 前缀').map((one) => one.verb)).toEqual(['prefix', 'rename'])
})

it.each(['', '上海', '192.168.205', 'lighthouse', 'renamed'])('%j names no verb', (typed) => {
  expect(meantBy(typed)).toEqual([])
})

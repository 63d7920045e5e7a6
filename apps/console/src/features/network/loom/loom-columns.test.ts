import { expect, it } from 'vitest'
import { shortNames } from './loom-columns.ts'

it('a phone names threads by two characters, and those that begin alike by where they begin to differ', () => {
  expect(shortNames(['上海总部机房', 'POP 广州', '杭州灾备机房'])).toEqual(['上海', '广州', '杭州'])
  expect(shortNames(['杭州滨江店', '杭州西湖店'])).toEqual(['滨江', '西湖'])
  expect(shortNames(['上海总部', 'POP 上海'])).toEqual(['总部', '上海'])
  expect(shortNames(['总部', '总部'])).toEqual(['总部', '总部'])
})

import { expect, it } from 'vitest'
import { shortNumberIn } from './search.ts'

it.each(['1042', '#1042', '＃1042', ' # 1042 ', '№1042', 'No. 1042', 'no1042', '工单1042', '工单号：1042', '工单 #1042', '订单号:1042'])(
  'a short number is recognised in %j',
  (search) => {
    expect(shortNumberIn(search)).toBe(1042)
  },
)

it.each(['', '#', '10.42', '1042a', '20260101123456', 'WR1042', '静安店 1042'])('no short number is recognised in %j', (search) => {
  expect(shortNumberIn(search)).toBeUndefined()
})

// @vitest-environment jsdom
import { contract } from '@weft/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Answer, type Asked, stubBrowser } from '../testing.tsx'
import { connectToast } from '../toast/toast.ts'
import { call, connectApi } from './call.ts'
import { comeBackAfter, outage } from './outage.ts'
import { ApiRefusal, NetworkFailure } from './refusal.ts'

let answers: (Answer | Error)[]
let asked: Asked[]
const toasts = vi.fn<(kind: string, content: unknown, key: string) => void>()
beforeEach(() => {
  vi.useFakeTimers()
  toasts.mockReset()
  answers = []
  asked = []
  connectToast({ show: toasts, removeProblems: () => {} })
  connectApi({ token: () => 'token', refresh: async () => false, end: () => {}, back: () => {} })
  outage.heard()
  stubBrowser((request) => {
    asked.push(request)
    const answer = answers.shift() ?? { data: null }
    if (answer instanceof Error) throw answer
    return answer
  })
})
afterEach(() => void vi.useRealTimers())

const away = { code: 503, msg: '服务暂时不可用，请稍后再试，错误编号 ABCDEFGHJK', data: { retry_after: 4 } }
const { list, rename, create } = contract.network
const renaming = { network_number: '1002310001', network_name: '总部' }
const settled = <T>(promise: Promise<T>) => promise.catch((error: unknown) => error)
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

it('a reading call waits as long as the server says and is repeated, without a toast', async () => {
  answers = [away, away, { data: [], count: 0 }]
  const answered = call(list, { page: 1 })
  await pass(3.9)
  expect([asked.length, outage.now()]).toEqual([1, true])
  await pass(1.1)
  expect([asked.length, outage.now()]).toEqual([2, true])
  await pass(5)
  expect(await answered).toEqual({ rows: [], count: 0 })
  expect([asked.length, outage.now()]).toEqual([3, false])
  expect(toasts).not.toHaveBeenCalled()
})

it('a reading call gives up after five minutes', async () => {
  answers = Array.from({ length: 200 }, () => away)
  const answered = settled(call(list, { page: 1 }))
  await pass(400)
  expect(await answered).toMatchObject({ code: 503 })
  expect(asked.length).toBe(76)
  expect(toasts).not.toHaveBeenCalled()
})

it('a call whose page was left is not repeated', async () => {
  answers = [away]
  const leaving = new AbortController()
  const answered = settled(call(list, { page: 1 }, { signal: leaving.signal }))
  await pass(1)
  leaving.abort()
  await pass(10)
  expect(await answered).toMatchObject({ name: 'AbortError' })
  expect(asked).toHaveLength(1)
})

it('a writing call shows its failure at once and is never repeated automatically', async () => {
  answers = [away]
  expect(await settled(call(rename, renaming))).toMatchObject({ code: 503 })
  await pass(60)
  expect(asked).toHaveLength(1)
  expect(outage.now()).toBe(true)
  expect(toasts).toHaveBeenCalledExactlyOnceWith('error', away.msg, expect.any(String))
})

it('a creating call is repeated with its key, even when the user sends it again later', async () => {
  const input = { network_name: '总部', center: [], point: ['SN1'] }
  answers = [...Array.from({ length: 6 }, () => away), { data: { network_number: '1002310001' } }]
  const given = settled(call(create, input))
  await pass(60)
  expect(await given).toMatchObject({ code: 503 })
  expect(asked).toHaveLength(6)
  await call(create, input)
  expect(new Set(asked.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
})

it('any answer from a server with its database ends the outage, and a missing answer changes nothing', () => {
  outage.heard(new ApiRefusal(503, '', { retry_after: 2 }))
  outage.heard(new NetworkFailure('gone'))
  expect(outage.now()).toBe(true)
  outage.heard(new ApiRefusal(422, 'no'))
  expect(outage.now()).toBe(false)
})

it.each([
  [new ApiRefusal(503, '', { retry_after: 5 }), 5],
  [new ApiRefusal(503, '', { retry_after: 9_999 }), 30],
  [new ApiRefusal(503, ''), undefined],
  [new ApiRefusal(503, '', { retry_after: 'soon' }), undefined],
  [new ApiRefusal(429, '', { retry_after: 5 }), undefined],
  [new NetworkFailure('gone'), undefined],
])('after %s the wait is %s seconds', (error, seconds) => {
  expect(comeBackAfter(error)).toBe(seconds)
})

// @vitest-environment jsdom
import { contract } from '@weft/contract'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Answer, type Asked, stubBrowser } from '../testing.tsx'
import { connectToast } from '../toast/toast.ts'
import { call, connectApi } from './call.ts'
import { relativeTime } from '../parts/time.ts'
import { ApiRefusal, NetworkFailure } from './refusal.ts'
import { eventually } from '../../../../apps/server/test/eventually.ts'

let answers: (Answer | Error)[]
let asked: Asked[]
let token: string
const toasts = vi.fn<(kind: string, content: unknown, key: string) => void>()
const end = vi.fn<(msg: string) => void>()
const back = vi.fn<(to?: string) => void>()
const refresh = vi.fn<() => Promise<boolean>>()

beforeEach(() => {
  for (const mock of [toasts, end, back, refresh]) mock.mockReset()
  answers = []
  asked = []
  token = 'first'
  connectToast({ show: toasts, removeProblems: () => {} })
  connectApi({ token: () => token, refresh, end, back })
  stubBrowser((request) => {
    asked.push(request)
    const answer = answers.shift() ?? { data: null }
    if (answer instanceof Error) throw answer
    return answer
  })
})

const { rename, info, create } = contract.network
const renaming = { network_number: '1002310001', network_name: '总部' }
const refused = async (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a call', () => {
  it('returns the data of a 200 without a toast', async () => {
    expect(await call(rename, renaming)).toBeNull()
    expect(toasts).not.toHaveBeenCalled()
  })

  it('shows the message of a 204 and goes back', async () => {
    answers = [{ code: 204, msg: '组网不存在' }]
    const error = await refused(call(info, { network_number: '1002310001' }))
    expect(error).toMatchObject({ code: 204, msg: '组网不存在' })
    expect(toasts).toHaveBeenCalledWith('error', '组网不存在', expect.any(String))
    expect(back).toHaveBeenCalledWith(undefined)
  })

  it('stays, or goes to an address, after a 204 if the caller says so', async () => {
    answers = [
      { code: 204, msg: '目录用户不存在' },
      { code: 204, msg: '成员不存在' },
    ]
    await refused(call(rename, renaming, { missing: 'stay' }))
    expect(back).not.toHaveBeenCalled()
    await refused(call(rename, renaming, { missing: '/router/lists' }))
    expect(back).toHaveBeenCalledWith('/router/lists')
  })

  it('treats a wrong name in the page’s address as missing, but not wrong input of a form', async () => {
    const wrong = { code: 422, msg: '组网编号格式不正确' }
    answers = [wrong, wrong, wrong]
    await refused(call(info, { network_number: 'abc' }, { missing: '/network/lists' }))
    expect(toasts).toHaveBeenCalledExactlyOnceWith('error', '链接指向的内容不存在', expect.any(String))
    expect(back).toHaveBeenCalledExactlyOnceWith('/network/lists')
    await refused(call(info, { network_number: 'abc' }))
    await refused(call(rename, renaming, { missing: '/network/lists' }))
    expect(toasts).toHaveBeenLastCalledWith('error', '组网编号格式不正确', expect.any(String))
    expect(back).toHaveBeenCalledTimes(1)
  })

  it('passes a 423 to the caller without a toast', async () => {
    answers = [{ code: 423, msg: '请检查地址池', data: { network_fr_id: '1' } }]
    expect(await refused(call(rename, renaming))).toMatchObject({ code: 423, data: { network_fr_id: '1' } })
    expect(toasts).not.toHaveBeenCalled()
  })

  it.each([401, 403, 409, 422, 429])('shows a %i as a toast and passes it to the caller', async (code) => {
    answers = [{ code, msg: '不行' }]
    expect(await refused(call(rename, renaming))).toBeInstanceOf(ApiRefusal)
    expect(toasts).toHaveBeenCalledExactlyOnceWith('error', '不行', 'error:不行')
    expect(back).not.toHaveBeenCalled()
    expect(end).not.toHaveBeenCalled()
  })

  it('shows no toast for a code that the caller handles', async () => {
    answers = [
      { code: 409, msg: '不行' },
      { code: 422, msg: '不行' },
    ]
    expect(await refused(call(rename, renaming, { handled: [409] }))).toMatchObject({ code: 409 })
    expect(toasts).not.toHaveBeenCalled()
    await refused(call(rename, renaming, { handled: [409] }))
    expect(toasts).toHaveBeenCalledOnce()
  })

  it.each([2001, 2003, 2004])('ends the session on %i, even for a quiet caller', async (code) => {
    answers = [{ code, msg: '登录已失效' }]
    await refused(call(rename, renaming, { quiet: true }))
    expect(end).toHaveBeenCalledExactlyOnceWith('登录已失效')
    expect(refresh).not.toHaveBeenCalled()
  })

  it.each([2001, 2002, 2003, 2004])(
    'that reads ends the session on %i and never settles, because its page is about to be left',
    async (code) => {
      answers = [{ code, msg: '登录已失效' }]
      refresh.mockResolvedValue(false)
      const settled = vi.fn<() => void>()
      void call(info, { network_number: '1002310001' }).then(settled, settled)
      await eventually(() => expect(end).toHaveBeenCalledOnce())
      // By the next task, everything that follows from the refusal has run.
      await new Promise((next) => setTimeout(next))
      expect(settled).not.toHaveBeenCalled()
    },
  )

  it('shows a general failure message for another code without a message', async () => {
    answers = [{ code: 500, msg: '' }]
    await refused(call(rename, renaming))
    expect(toasts).toHaveBeenCalledWith('error', '获取数据失败，请稍后再试', expect.any(String))
  })

  it('refuses an answer outside the contract', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    answers = [{ data: { network_number: 7 } }]
    expect(await refused(call(info, { network_number: '1002310001' }))).toMatchObject({ code: 500 })
  })

  it('shows a timeout message if no answer comes', async () => {
    answers = [new TypeError('fetch failed')]
    expect(await refused(call(rename, renaming))).toBeInstanceOf(NetworkFailure)
    expect(toasts).toHaveBeenCalledWith('error', '系统响应超时，请稍后再试', expect.any(String))
  })

  it('shows no toast for a quiet caller', async () => {
    answers = [{ code: 401, msg: '用户名或密码错误' }]
    await refused(call(rename, renaming, { quiet: true }))
    expect(toasts).not.toHaveBeenCalled()
  })

  it('shows no toast for a caller that has left', async () => {
    const leaving = new AbortController()
    leaving.abort()
    await refused(call(rename, renaming, { signal: leaving.signal }))
    expect(toasts).not.toHaveBeenCalled()
  })
})

describe('a call answered with 2002', () => {
  const expired: Answer = { code: 2002, msg: '登录已过期，请重新登录' }

  it('is repeated with the new token', async () => {
    answers = [expired, { data: null }]
    refresh.mockImplementation(async () => {
      token = 'second'
      return true
    })
    expect(await call(rename, renaming)).toBeNull()
    expect(asked.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer first', 'Bearer second'])
    expect(end).not.toHaveBeenCalled()
  })

  it('ends the session when the refresh is refused', async () => {
    answers = [expired]
    refresh.mockResolvedValue(false)
    await refused(call(rename, renaming))
    expect(end).toHaveBeenCalledExactlyOnceWith('登录已过期，请重新登录')
    expect(asked).toHaveLength(1)
  })

  it('ends the session when the repeat is answered with 2002 too', async () => {
    answers = [expired, expired]
    refresh.mockResolvedValue(true)
    await refused(call(rename, renaming))
    expect(refresh).toHaveBeenCalledOnce()
    expect(end).toHaveBeenCalledOnce()
  })

  it('keeps the session when the refresh gets no answer', async () => {
    answers = [expired]
    refresh.mockRejectedValue(new NetworkFailure('gone'))
    await refused(call(rename, renaming))
    expect(end).not.toHaveBeenCalled()
    expect(toasts).toHaveBeenCalledWith('error', '系统响应超时，请稍后再试', expect.any(String))
  })
})

describe('a request', () => {
  it('carries the language of the screen, and no token to a public endpoint', async () => {
    answers = [{ data: { content: 'data:image/webp,', uniqid: 'u', work: 0 } }]
    await call(contract.verify.code, {})
    expect(asked[0]?.headers.get('authorization')).toBeNull()
    expect(asked[0]?.headers.get('accept-language')).toBe('zh-CN')
  })

  it('leaves empty fields out of a query', async () => {
    answers = [{ data: [], count: 0 }]
    expect(await call(contract.network.list, { page: 2, search: '' })).toEqual({ rows: [], count: 0 })
    expect(asked[0]?.query.toString()).toBe('page=2')
  })

  it('that creates keeps its key after no answer, and takes a new one after an answer', async () => {
    const input = { network_name: '总部', center: [], point: ['SN1'] }
    const made = { data: { network_number: '1002310001' } }
    answers = [new TypeError('fetch failed'), made, made]
    await refused(call(create, input))
    await call(create, input)
    await call(create, input)
    const [first, second, third] = asked.map(({ headers }) => headers.get('idempotency-key'))
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('carries the revision on which a change was made', async () => {
    await call(rename, renaming, { ifMatch: 7 })
    expect(asked[0]?.headers.get('if-match')).toBe('7')
  })

  it("is given up when the endpoint's timeout is over", async () => {
    const late = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
    onTestFinished(() => timeout.mockRestore())
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) => new Promise((_, fail) => signal?.addEventListener('abort', () => fail(new Error('aborted')))),
    )
    const given = refused(call(rename, renaming))
    expect(timeout.mock.calls).toEqual([[10_000]])
    expect(toasts).not.toHaveBeenCalled()
    late.abort()
    expect(await given).toBeInstanceOf(NetworkFailure)
  })
})

it('an answer tells the time, so that a browser whose clock is hours wrong says how long ago something was', async () => {
  const now = Math.floor(Date.now() / 1000)
  vi.setSystemTime((now + 5 * 3600) * 1000)
  expect(relativeTime(now - 120)).toBe('5 小时前')
  stubBrowser(() => Response.json({ code: 200, msg: '', data: null }, { headers: { date: new Date(now * 1000).toUTCString() } }))
  await call(rename, renaming)
  expect(relativeTime(now - 120)).toBe('2 分钟前')
})

// @vitest-environment jsdom
import { contract } from '@weft/contract'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, type Asked, stubBrowser } from '../testing.tsx'
import { connectToast } from '../toast/toast.ts'
import { call, connectApi } from './call.ts'
import { ApiRefusal, NetworkFailure } from './refusal.ts'

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
  connectToast(toasts)
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

describe('every code has one reaction', () => {
  it('200 answers the data and says nothing', async () => {
    expect(await call(rename, renaming)).toBeNull()
    expect(toasts).not.toHaveBeenCalled()
  })

  it('204 says what is missing and steps back', async () => {
    answers = [{ code: 204, msg: '组网不存在' }]
    const error = await refused(call(info, { network_number: '1002310001' }))
    expect(error).toMatchObject({ code: 204, msg: '组网不存在' })
    expect(toasts).toHaveBeenCalledWith('error', '组网不存在', expect.any(String))
    expect(back).toHaveBeenCalledWith(undefined)
  })

  it('204 stays, or goes to an address, where the caller says so', async () => {
    answers = [
      { code: 204, msg: '目录用户不存在' },
      { code: 204, msg: '成员不存在' },
    ]
    await refused(call(rename, renaming, { missing: 'stay' }))
    expect(back).not.toHaveBeenCalled()
    await refused(call(rename, renaming, { missing: '/router/lists' }))
    expect(back).toHaveBeenCalledWith('/router/lists')
  })

  it('what the page’s address names wrongly is as missing as what is not there; wrong input of a form is not', async () => {
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

  it('423 is silent and reaches the caller', async () => {
    answers = [{ code: 423, msg: '请检查地址池', data: { network_fr_id: '1' } }]
    expect(await refused(call(rename, renaming))).toMatchObject({ code: 423, data: { network_fr_id: '1' } })
    expect(toasts).not.toHaveBeenCalled()
  })

  it.each([401, 403, 409, 422, 429])('%i is a toast and reaches the caller', async (code) => {
    answers = [{ code, msg: '不行' }]
    expect(await refused(call(rename, renaming))).toBeInstanceOf(ApiRefusal)
    expect(toasts).toHaveBeenCalledExactlyOnceWith('error', '不行', 'error:不行')
    expect(back).not.toHaveBeenCalled()
    expect(end).not.toHaveBeenCalled()
  })

  it('what the caller tells itself is no toast', async () => {
    answers = [
      { code: 409, msg: '不行' },
      { code: 422, msg: '不行' },
    ]
    expect(await refused(call(rename, renaming, { handled: [409] }))).toMatchObject({ code: 409 })
    expect(toasts).not.toHaveBeenCalled()
    await refused(call(rename, renaming, { handled: [409] }))
    expect(toasts).toHaveBeenCalledOnce()
  })

  it.each([2001, 2003, 2004])('%i ends the session, also where the caller is quiet', async (code) => {
    answers = [{ code, msg: '登录已失效' }]
    await refused(call(rename, renaming, { quiet: true }))
    expect(end).toHaveBeenCalledExactlyOnceWith('登录已失效')
    expect(refresh).not.toHaveBeenCalled()
  })

  it.each([2001, 2002, 2003, 2004])(
    '%i of what is read ends the session, and the reader goes on waiting: its page is about to be left',
    async (code) => {
      answers = [{ code, msg: '登录已失效' }]
      refresh.mockResolvedValue(false)
      const settled = vi.fn<() => void>()
      void call(info, { network_number: '1002310001' }).then(settled, settled)
      await vi.waitFor(() => expect(end).toHaveBeenCalledOnce())
      // Whatever follows from the refusal has run in the next task.
      await new Promise((next) => setTimeout(next))
      expect(settled).not.toHaveBeenCalled()
    },
  )

  it('another code without a sentence says that the data could not be had', async () => {
    answers = [{ code: 500, msg: '' }]
    await refused(call(rename, renaming))
    expect(toasts).toHaveBeenCalledWith('error', '获取数据失败，请稍后再试', expect.any(String))
  })

  it('an answer outside the contract is refused', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    answers = [{ data: { network_number: 7 } }]
    expect(await refused(call(info, { network_number: '1002310001' }))).toMatchObject({ code: 500 })
  })

  it('no answer says that the time ran out', async () => {
    answers = [new TypeError('fetch failed')]
    expect(await refused(call(rename, renaming))).toBeInstanceOf(NetworkFailure)
    expect(toasts).toHaveBeenCalledWith('error', '系统响应超时，请稍后再试', expect.any(String))
  })

  it('a quiet caller shows refusals itself', async () => {
    answers = [{ code: 401, msg: '用户名或密码错误' }]
    await refused(call(rename, renaming, { quiet: true }))
    expect(toasts).not.toHaveBeenCalled()
  })

  it('a caller that went away hears nothing', async () => {
    const leaving = new AbortController()
    leaving.abort()
    await refused(call(rename, renaming, { signal: leaving.signal }))
    expect(toasts).not.toHaveBeenCalled()
  })
})

describe('2002 is answered with one refresh and one repeat', () => {
  const expired: Answer = { code: 2002, msg: '登录已过期，请重新登录' }

  it('repeats with the new token', async () => {
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

  it('ends the session when the repeat runs out too', async () => {
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
  it('carries no token to a public endpoint, and the language of the screen', async () => {
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

  it('that creates repeats its key after silence, and takes a new one after an answer', async () => {
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

  it('sends the revision that a change was made on', async () => {
    await call(rename, renaming, { ifMatch: 7 })
    expect(asked[0]?.headers.get('if-match')).toBe('7')
  })

  it("gives up when the endpoint's time is over", async () => {
    vi.useFakeTimers()
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) => new Promise((_, fail) => signal?.addEventListener('abort', () => fail(new Error('aborted')))),
    )
    const given = refused(call(rename, renaming))
    await vi.advanceTimersByTimeAsync(9_999)
    expect(toasts).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await given).toBeInstanceOf(NetworkFailure)
    vi.useRealTimers()
  })
})

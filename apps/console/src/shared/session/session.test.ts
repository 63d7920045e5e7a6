// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type * as Module from './session.ts'

const user = { username: 'linxiao', nickname: '林晓', ram: 0 as const, account_number: '10000001' }
const signIn = (access_token: string) => ({ access_token, token_expire_time: 1800, user })
let presented: (string | null)[]
let answer: () => Promise<Response>

/** Opens a tab: loads the module again, with its own memory over the shared storage. */
async function openTab(): Promise<typeof Module.session> {
  vi.resetModules()
  return (await import('./session.ts')).session
}

beforeEach(() => {
  localStorage.clear()
  presented = []
  let queue: Promise<unknown> = Promise.resolve()
  const request = (_: string, run: () => Promise<unknown>) => {
    queue = queue.then(run, run)
    return queue
  }
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
  answer = async () =>
    Response.json({
      code: 200,
      msg: '',
      data: { access_token: 'second', token_expire_time: 1800, session_expire_time: Math.floor(Date.now() / 1000) + 40_000 },
    })
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    presented.push(new Headers(init.headers).get('authorization'))
    return answer()
  })
})

describe('refresh', () => {
  it('sends one request for all callers that wait', async () => {
    const tab = await openTab()
    tab.start(signIn('first'))
    expect(await Promise.all([tab.refresh(), tab.refresh(), tab.refresh()])).toEqual([true, true, true])
    expect(presented).toEqual(['Bearer first'])
    expect(tab.get()?.token).toBe('second')
  })

  it('sends one request from two tabs: the second takes the token that the first received', async () => {
    const one = await openTab()
    one.start(signIn('first'))
    const two = await openTab()
    expect(await Promise.all([one.refresh(), two.refresh()])).toEqual([true, true])
    expect(presented).toEqual(['Bearer first'])
    expect(two.get()?.token).toBe('second')
  })

  it.each([-13, 13])('keeps the session of a browser whose clock is %i hours wrong for as long as the server says', async (hours) => {
    const left = 40_000
    answer = async () =>
      Response.json({
        code: 200,
        msg: '',
        data: {
          access_token: 'second',
          token_expire_time: 1800,
          session_expire_time: Math.floor(Date.now() / 1000) - hours * 3600 + left,
          session_seconds_left: left,
        },
      })
    const tab = await openTab()
    tab.start(signIn('first'))
    const before = Date.now()
    expect(await tab.refresh()).toBe(true)
    const ends = (await openTab()).get()?.session_expires
    expect(ends).toBeGreaterThanOrEqual(before + left * 1000)
    expect(ends).toBeLessThanOrEqual(Date.now() + left * 1000)
  })

  it('returns false when the server refuses: the session is over', async () => {
    answer = async () => Response.json({ code: 2003, msg: '登录已失效', data: null }, { status: 401 })
    const tab = await openTab()
    tab.start(signIn('first'))
    expect(await tab.refresh()).toBe(false)
  })

  it('keeps the session when no answer comes', async () => {
    answer = () => Promise.reject(new TypeError('gone'))
    const tab = await openTab()
    tab.start(signIn('first'))
    await expect(tab.refresh()).rejects.toThrow('no answer')
    expect(tab.get()?.token).toBe('first')
  })

  it('keeps the session while the server’s database is unavailable', async () => {
    const tab = await openTab()
    tab.start(signIn('first'))
    answer = async () => Response.json({ code: 503, msg: '服务暂时不可用', data: { retry_after: 3 } }, { status: 503 })
    await expect(tab.refresh()).rejects.toMatchObject({ code: 503 })
    expect(tab.get()?.token).toBe('first')
  })

  it('is never requested for a login link', async () => {
    const tab = await openTab()
    tab.startLink('link')
    expect(await tab.refresh()).toBe(false)
    expect(presented).toEqual([])
  })

  it('takes the time of the forced end from the server', async () => {
    const tab = await openTab()
    tab.start(signIn('first'))
    await tab.refresh()
    expect(tab.get()?.session_expires).toBeGreaterThan(Date.now() + 39_000_000)
  })
})

describe('a session', () => {
  it('is restored by the next page, unless it is over', async () => {
    const tab = await openTab()
    tab.start(signIn('first'))
    expect((await openTab()).get()?.user).toEqual(user)
    localStorage.setItem('weft.session', JSON.stringify({ ...tab.get(), session_expires: Date.now() - 1 }))
    expect((await openTab()).get()).toBeUndefined()
  })

  it('ends in this tab when another tab ends it', async () => {
    const tab = await openTab()
    tab.start(signIn('first'))
    const heard = vi.fn<(now: unknown, elsewhere: boolean) => void>()
    tab.subscribe(heard)
    window.dispatchEvent(new StorageEvent('storage', { key: 'weft.session', newValue: null }))
    expect(tab.get()).toBeUndefined()
    expect(heard).toHaveBeenCalledWith(undefined, true)
  })
})

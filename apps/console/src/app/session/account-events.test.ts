// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { connectApi } from '@weft/ui'
import { stubBrowser } from '@weft/ui/testing.tsx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { session } from '../../shared/session/session.ts'
import { listenToAccount } from './account-events.ts'

const endSession = vi.hoisted(() => vi.fn<(msg: string) => void>())
vi.mock('../../shared/session/leave.ts', () => ({ endSession }))

class Socket extends EventTarget {
  static opened: Socket[] = []
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    Socket.opened.push(this)
  }
  say(event: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }))
  }
  close(): void {
    this.dispatchEvent(new Event('close'))
  }
}

let tickets: number
let reachable: boolean
let stop: () => void
let asksAgain: string[]
const client = new QueryClient()

beforeEach(async () => {
  vi.useFakeTimers()
  endSession.mockReset()
  Socket.opened = []
  tickets = 0
  reachable = true
  asksAgain = []
  stubBrowser(() => {
    if (!reachable) throw new TypeError('gone')
    return { data: { ticket: `once-${++tickets}` } }
  })
  vi.stubGlobal('WebSocket', Socket)
  connectApi({ token: () => 'secret', refresh: async () => false, end: () => {}, back: () => {} })
  session.start({ access_token: 'secret', token_expire_time: 1800, user: { username: 'l', nickname: '', ram: 0, account_number: '1' } })
  client.clear()
  for (const path of ['account/info', 'network/lists', 'network/status', 'router/lists', 'message/lists', 'ticket/lists'])
    client.setQueryData([path, {}], {})
  vi.spyOn(client, 'invalidateQueries').mockImplementation(async ({ predicate } = {}) => {
    for (const query of client.getQueryCache().getAll()) if (predicate?.(query)) asksAgain.push(String(query.queryKey[0]))
  })
  stop = listenToAccount(client)
  await vi.advanceTimersByTimeAsync(0)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

it('the event socket opens with a one-time ticket, never with the token', () => {
  expect(Socket.opened[0]?.url).toMatch(/\/api\/v1\/account\/events\?token=once-1$/)
})

it('many events within half a second refetch the stale queries once', async () => {
  for (let at = 0; at < 50; at++) Socket.opened[0]?.say({ type: 'revision', network_number: '1002310001' })
  await vi.advanceTimersByTimeAsync(500)
  expect(asksAgain).toEqual(['network/lists', 'network/status', 'router/lists'])
})

it('a message refreshes the badge and the message centre', async () => {
  Socket.opened[0]?.say({ type: 'message' })
  await vi.advanceTimersByTimeAsync(500)
  expect(asksAgain).toEqual(['account/info', 'message/lists'])
})

it('a session event ends the session with its message', () => {
  Socket.opened[0]?.say({ type: 'session', code: 2003 })
  expect(endSession).toHaveBeenCalledExactlyOnceWith('登录已失效，请重新登录')
})

it('an event of an unknown type is ignored', () => {
  Socket.opened[0]?.say({ type: 'weather' })
  expect(endSession).not.toHaveBeenCalled()
})

it('a lost socket reconnects with a new ticket, after growing pauses, and refetches everything', async () => {
  reachable = false
  Socket.opened[0]?.close()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(Socket.opened).toHaveLength(1)
  reachable = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(Socket.opened).toHaveLength(2)
  expect(Socket.opened[1]?.url).toMatch(/token=once-2$/)
  Socket.opened[1]?.dispatchEvent(new Event('open'))
  await vi.advanceTimersByTimeAsync(500)
  expect(asksAgain).toContain('router/lists')
})

it('a lost socket reconnects at once when the browser is online again', async () => {
  reachable = false
  Socket.opened[0]?.close()
  await vi.advanceTimersByTimeAsync(40_000)
  reachable = true
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(Socket.opened).toHaveLength(2)
})

it('a stopped socket stays closed', async () => {
  stop()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(Socket.opened).toHaveLength(1)
})

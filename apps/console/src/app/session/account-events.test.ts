// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import type { MemberChanges, NetworkInfo } from '@weft/contract'
import { connectApi } from '@weft/ui'
import { stubBrowser } from '@weft/ui/testing.tsx'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aChange, aMember, aNetwork } from '../../../test/data.ts'
import { liveNetwork } from '../../features/network/detail/network-state.ts'
import { networkKey } from '../../features/network/network-key.ts'
import { session } from '../../shared/session/session.ts'
import { listenToAccount } from './account-events.ts'

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
let stops: (() => void)[]
let requests: string[]
const client = new QueryClient()

/** Puts a query on screen. @param answer of its requests */
function show(path: string, answer: () => unknown = () => null): void {
  const queryFn = () => {
    requests.push(path)
    return answer()
  }
  stops.push(new QueryObserver(client, { queryKey: [path, {}], queryFn, staleTime: Infinity }).subscribe(() => {}))
}
const open = () => Socket.opened.at(-1)!.dispatchEvent(new Event('open'))

beforeEach(async () => {
  vi.useFakeTimers()
  Socket.opened = []
  tickets = 0
  reachable = true
  stops = []
  requests = []
  stubBrowser(() => {
    if (!reachable) throw new TypeError('gone')
    return { data: { ticket: `once-${++tickets}` } }
  })
  vi.stubGlobal('WebSocket', Socket)
  connectApi({ token: () => 'secret', refresh: async () => false, end: () => {}, back: () => {} })
  session.start({ access_token: 'secret', token_expire_time: 1800, user: { username: 'l', nickname: '', ram: 0, account_number: '1' } })
  client.clear()
  stops.push(listenToAccount(client))
  await vi.advanceTimersByTimeAsync(0)
  open()
  await vi.advanceTimersByTimeAsync(500)
  for (const path of ['account/info', 'network/lists', 'network/status', 'router/lists', 'message/lists', 'ticket/lists']) show(path)
  await vi.advanceTimersByTimeAsync(0)
  requests = []
})
afterEach(() => {
  for (const stop of stops) stop()
  vi.useRealTimers()
})

it('the event socket opens with a one-time ticket, never with the token', () => {
  expect(Socket.opened[0]?.url).toMatch(/\/api\/v1\/account\/events\?token=once-1$/)
})

it('many events within half a second refetch the stale queries once', async () => {
  for (let at = 0; at < 50; at++) Socket.opened[0]?.say({ type: 'revision', network_number: '1002310001' })
  await vi.advanceTimersByTimeAsync(500)
  expect(requests).toEqual(['network/lists', 'network/status', 'router/lists'])
})

it('a message refreshes the badge and the message centre', async () => {
  Socket.opened[0]?.say({ type: 'message' })
  await vi.advanceTimersByTimeAsync(500)
  expect(requests).toEqual(['account/info', 'message/lists'])
})

it('an event during the first request of a query requests it again after the answer', async () => {
  let answer: (unread: number) => void = () => undefined
  show('message/unread', () => new Promise((done) => (answer = done)))
  Socket.opened[0]?.say({ type: 'message' })
  await vi.advanceTimersByTimeAsync(500)
  expect(requests.filter((path) => path === 'message/unread')).toHaveLength(1)
  answer(1)
  await vi.advanceTimersByTimeAsync(0)
  expect(requests.filter((path) => path === 'message/unread')).toHaveLength(2)
  answer(0)
  await vi.advanceTimersByTimeAsync(0)
  expect(client.getQueryData(['message/unread', {}])).toBe(0)
})

it('when the socket opens, queries that were requested before are requested again, and later ones are not', async () => {
  stops.push(listenToAccount(client))
  await vi.advanceTimersByTimeAsync(0)
  expect(requests).toEqual([])
  open()
  show('account/networks')
  await vi.advanceTimersByTimeAsync(500)
  expect(requests.toSorted()).toEqual([
    'account/info',
    'account/networks',
    'message/lists',
    'network/lists',
    'network/status',
    'router/lists',
    'ticket/lists',
  ])
})

it('a session event ends the session, and the address of the sign-in page says why', () => {
  const replace = vi.fn<(address: string) => void>()
  vi.stubGlobal('location', { pathname: '/network/lists', search: '', replace })
  Socket.opened[0]?.say({ type: 'session', code: 2003 })
  expect(session.get()).toBeUndefined()
  expect(replace).toHaveBeenCalledExactlyOnceWith('/login?redirect=%2Fnetwork%2Flists&why=sessionRevoked')
})

describe('members that changed', () => {
  const network = aNetwork({ member: [aMember({ router_name: 'SH-0002', state: 'up' }), aMember({ router_name: 'SH-0003', state: 'up' })] })
  const key = networkKey(network.network_number)
  const state = (at: number) => client.getQueryData<NetworkInfo>(key)?.member[at]?.state
  const router_names = ['SH-0002']
  const changes: MemberChanges = { member: [aChange({ router_name: 'SH-0002', state: 'down' })], link: [] }
  const asked = () => requests.filter((path) => path === 'network/info' || path === 'network/status')

  /** Puts the page of a network on screen. */
  function showNetwork(answer: () => unknown = () => liveNetwork(network, 0)): void {
    const queryFn = () => {
      requests.push('network/info')
      return answer()
    }
    stops.push(new QueryObserver(client, { queryKey: key, queryFn, staleTime: Infinity }).subscribe(() => {}))
  }

  it('are shown on the page of their network, which is not asked for again; lists and counts are', async () => {
    showNetwork()
    await vi.advanceTimersByTimeAsync(0)
    requests = []
    Socket.opened[0]?.say({ type: 'member', router_names, changes })
    expect([state(0), state(1)]).toEqual(['down', 'up'])
    await vi.advanceTimersByTimeAsync(500)
    expect(requests).toEqual(['network/lists', 'router/lists'])
  })

  it('are counted once more when they are no longer 刚刚断开, whether or not anything happens until then', async () => {
    Socket.opened[0]?.say({ type: 'member', router_names, changes })
    Socket.opened[0]?.say({ type: 'member', router_names, changes })
    await vi.advanceTimersByTimeAsync(500)
    requests = []
    await vi.advanceTimersByTimeAsync(30_000)
    expect(requests).toEqual([])
    await vi.advanceTimersByTimeAsync(1500)
    expect(requests).toEqual(['network/lists', 'router/lists'])
  })

  it('that broke later are counted as well when they in turn are no longer 刚刚断开', async () => {
    Socket.opened[0]?.say({ type: 'member', router_names, changes })
    await vi.advanceTimersByTimeAsync(20_000)
    Socket.opened[0]?.say({ type: 'member', router_names, changes })
    await vi.advanceTimersByTimeAsync(12_000)
    requests = []
    await vi.advanceTimersByTimeAsync(18_000)
    expect(requests).toEqual([])
    await vi.advanceTimersByTimeAsync(2000)
    expect(requests).toEqual(['network/lists', 'router/lists'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(requests).toHaveLength(2)
  })

  it('are asked for on every page if the event does not carry them', async () => {
    showNetwork()
    await vi.advanceTimersByTimeAsync(0)
    requests = []
    Socket.opened[0]?.say({ type: 'member', router_names })
    await vi.advanceTimersByTimeAsync(500)
    expect(asked().toSorted()).toEqual(['network/info', 'network/status'])
  })

  it('during a request of the network are asked for again after the answer, which may be older', async () => {
    let answer: (read: unknown) => void = () => undefined
    showNetwork(() => new Promise((done) => (answer = done)))
    Socket.opened[0]?.say({ type: 'member', router_names, changes })
    await vi.advanceTimersByTimeAsync(500)
    answer(liveNetwork(network, 0))
    await vi.advanceTimersByTimeAsync(0)
    expect(requests.filter((path) => path === 'network/info')).toHaveLength(2)
  })
})

it('an event of an unknown type is ignored', () => {
  Socket.opened[0]?.say({ type: 'weather' })
  expect(session.get()).toBeTruthy()
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
  open()
  await vi.advanceTimersByTimeAsync(500)
  expect(requests).toContain('router/lists')
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
  for (const stop of stops) stop()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(Socket.opened).toHaveLength(1)
})

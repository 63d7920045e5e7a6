import { LIVE_POINTS, type MemberInterface, SERVICE_RESTART } from '@weft/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Connect, type LiveState, liveTraffic } from './live-traffic.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const wan = (name: string): MemberInterface => ({
  interface: name,
  interface_uuid: `uuid-${name}`,
  protocol: 'dhcp',
  ip: null,
  ipv4: null,
  ipv4_subnet_mask: null,
  mtu: null,
})
type Heard = Parameters<Connect>[0]

/** Returns live traffic whose sockets the test controls. */
function watched() {
  const sockets: (Heard & { open: boolean })[] = []
  const states: LiveState[] = []
  const connect: Connect = (heard) => {
    const socket = { ...heard, open: true }
    sockets.push(socket)
    return () => {
      socket.open = false
    }
  }
  const machine = liveTraffic(connect, (state) => states.push(state))
  const tell = (interfaces: string[], ...samples: [name: string, time: number][]) =>
    sockets.at(-1)?.message({
      code: 200,
      msg: '',
      data: {
        interfaces: interfaces.map(wan),
        samples: samples.map(([name, time]) => ({ interface: name, time, down: time * 10, upload: time })),
      },
    })
  return { machine, sockets, tell, now: () => states.at(-1) as LiveState, states }
}

it('live traffic connects, and keeps the newest 40 points of each interface', () => {
  const { machine, sockets, tell, now } = watched()
  machine.start()
  expect(now().phase).toBe('connecting')
  for (let at = 1; at <= LIVE_POINTS + 5; at += 1) tell(['wan0', 'wan1'], ['wan0', at], ['wan1', at])
  expect(sockets).toHaveLength(1)
  expect(now().phase).toBe('live')
  expect(now().points.get('wan0')).toHaveLength(LIVE_POINTS)
  expect(now().points.get('wan0')?.[0]).toEqual({ time: 6, down: 60, upload: 6 })
  expect(now().points.get('wan1')?.at(-1)).toEqual({ time: 45, down: 450, upload: 45 })
})

it('live traffic ignores repeated points, older points and malformed messages', () => {
  const { machine, sockets, tell, now } = watched()
  machine.start()
  tell(['wan0'], ['wan0', 10], ['wan0', 10], ['wan0', 9])
  sockets[0]?.message({ hello: 1 })
  expect(
    now()
      .points.get('wan0')
      ?.map(({ time }) => time),
  ).toEqual([10])
})

it('other interfaces clear the points and show a notice for 500 ms, repeated ones do not', () => {
  const { machine, tell, now } = watched()
  machine.start()
  tell(['wan0'], ['wan0', 1])
  tell(['wan0'], ['wan0', 2])
  expect(now()).toMatchObject({ switching: false })
  expect(now().points.get('wan0')).toHaveLength(2)
  tell(['wan0', 'lte0'], ['wan0', 3])
  expect(now().switching).toBe(true)
  expect(now().points.get('wan0')).toHaveLength(1)
  vi.advanceTimersByTime(499)
  expect(now().switching).toBe(true)
  vi.advanceTimersByTime(1)
  expect(now().switching).toBe(false)
})

it('a closed socket is opened again after a countdown of 10 seconds, and the points are kept', () => {
  const { machine, sockets, tell, now, states } = watched()
  machine.start()
  tell(['wan0'], ['wan0', 1])
  sockets[0]?.closed()
  expect(now()).toMatchObject({ phase: 'waiting', retry_in: 10 })
  vi.advanceTimersByTime(9000)
  expect(now()).toMatchObject({ phase: 'waiting', retry_in: 1 })
  expect(sockets).toHaveLength(1)
  vi.advanceTimersByTime(1000)
  expect(sockets).toHaveLength(2)
  expect(states.filter(({ phase }) => phase === 'waiting').map(({ retry_in }) => retry_in)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  tell(['wan0'], ['wan0', 20])
  expect(now()).toMatchObject({ phase: 'live', switching: false })
  expect(now().points.get('wan0')).toHaveLength(2)
})

it('a socket closed by a server restart is opened again after a second, and then as usual', () => {
  const { machine, sockets, now } = watched()
  machine.start()
  sockets[0]?.closed(SERVICE_RESTART)
  expect(now()).toMatchObject({ phase: 'waiting', retry_in: 1 })
  vi.advanceTimersByTime(1000)
  expect(sockets).toHaveLength(2)
  sockets[1]?.closed()
  expect(now()).toMatchObject({ phase: 'waiting', retry_in: 10 })
})

it('a socket closes if the server has nothing to show, with the reason, and is opened again after 10 seconds', () => {
  const { machine, sockets, tell, now } = watched()
  machine.start()
  sockets[0]?.message({ code: 403, msg: '成员未登录，暂无实时流量', data: { interfaces: [], samples: [] } })
  expect(sockets[0]?.open).toBe(false)
  expect(now()).toMatchObject({ phase: 'waiting', reason: '成员未登录，暂无实时流量' })
  vi.advanceTimersByTime(10_000)
  expect(sockets).toHaveLength(2)
  expect(now()).toMatchObject({ phase: 'connecting', reason: '成员未登录，暂无实时流量' })
  tell(['wan0'], ['wan0', 1])
  expect(now().reason).toBeUndefined()
})

it('while the user paused, no socket is open, nothing counts down, and showing the tab changes nothing', () => {
  const { machine, sockets, tell, now } = watched()
  machine.start()
  tell(['wan0'], ['wan0', 1])
  machine.pause()
  expect(sockets[0]?.open).toBe(false)
  machine.look(false)
  machine.look(true)
  vi.advanceTimersByTime(60_000)
  expect(sockets).toHaveLength(1)
  expect(now().phase).toBe('resting')
  machine.resume()
  expect(sockets).toHaveLength(2)
  sockets[1]?.closed()
  machine.pause()
  vi.advanceTimersByTime(60_000)
  expect(sockets).toHaveLength(2)
})

it('the socket closes a minute after the tab is hidden, and opens at once when it is shown', () => {
  const { machine, sockets, now } = watched()
  machine.start()
  machine.look(false)
  vi.advanceTimersByTime(59_000)
  machine.look(true)
  expect(sockets).toHaveLength(1)
  machine.look(false)
  vi.advanceTimersByTime(60_000)
  expect(sockets[0]?.open).toBe(false)
  expect(now().phase).toBe('resting')
  machine.look(true)
  expect(sockets).toHaveLength(2)
})

it('leaving the page leaves no socket and no timer', () => {
  const { machine, sockets, states } = watched()
  machine.start()
  sockets[0]?.closed()
  machine.choose()
  machine.look(false)
  machine.stop()
  const before = states.length
  vi.advanceTimersByTime(120_000)
  expect(sockets).toHaveLength(1)
  expect(states).toHaveLength(before)
  expect(vi.getTimerCount()).toBe(0)
})

it('a browser without WebSocket is reported', () => {
  const states: LiveState[] = []
  const machine = liveTraffic(undefined, (state) => states.push(state))
  machine.start()
  expect(states.at(-1)?.phase).toBe('unsupported')
  machine.pause()
  expect(states.at(-1)?.phase).toBe('unsupported')
  expect(vi.getTimerCount()).toBe(0)
})

import type { Socket } from 'node:net'
import {
  type AgentMessage,
  deviceBudgets,
  INTERFACES_A_DAY,
  MAX_AGENT_FRAME_BYTES,
  MAX_EVENTS,
  MAX_JSON_LEVELS,
  MAX_MINUTES,
  MAX_QUALITY,
  MAX_TUNNELS,
} from '@weft/contract'
import { helloOf, portOf } from '../../apps/server/test/agent-hello.ts'
import { closeFrame, openDevice, textFrame } from './frames.ts'
import type { Account, Credential } from './stage.ts'

const TICK_MS = 1_000
/** Seconds that a device which was cut off waits before it comes back, which a sound one does later and later. */
const AGAIN_SECONDS = 2
/** Connections that a storm opens in a second, and half-open ones that are held. */
const STORM_A_SECOND = 3
const HALF_OPEN = 200

const ports = Array.from({ length: INTERFACES_A_DAY }, (_, i) => portOf(`port${i}`))
const unixNow = () => Math.floor(Date.now() / 1000)
const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`

const heartbeatFrame = textFrame({ type: 'heartbeat' })

/** What one hostile device does once a second on its connection. */
type Act = (socket: Socket, second: number) => void

interface Place {
  device: Credential
  network_number: string
  center: string
}

type Kind = 'telemetry' | 'quality' | 'tunnels' | 'events' | 'result'

/** Returns what makes the full messages of one device: each time rows and events that the server does not have yet. */
function fullFrames({ device, network_number, center }: Place): Record<Kind, () => Buffer> {
  const link = { network_number, who: center }
  const of = (message: AgentMessage) => textFrame(message)
  const nth: Record<Kind, number> = { telemetry: 0, quality: 0, tunnels: 0, events: 0, result: 0 }
  const many = <T>(kind: Kind, length: number, make: (n: number) => T): T[] => {
    const first = nth[kind]
    nth[kind] += length
    return Array.from({ length }, (_, i) => make(first + i))
  }
  const minuteBefore = (n: number) => unixNow() - (unixNow() % 60) - 60 * n
  const figures = {
    sent: 60,
    reflected: 60,
    received: 60,
    rtt_min: 1,
    rtt_p50: 2,
    rtt_p95: 3,
    rtt_max: 4,
    jitter_out: 1,
    jitter_back: 1,
    longest_gap: 0,
    reordered: 0,
  }
  const result = textFrame(
    JSON.stringify({ type: 'op.result', op_id: device.router_name, ok: true, error: null, data: 0 }).replace(
      '"data":0',
      `"data":[${Array.from({ length: 4_000 }, () => nested(MAX_JSON_LEVELS - 4)).join(',')}]`,
    ),
  )
  return {
    telemetry: () =>
      of({
        type: 'telemetry',
        now: unixNow(),
        minutes: many('telemetry', MAX_MINUTES, (n) => {
          const time = minuteBefore(Math.floor(n / ports.length))
          return { interface: ports[n % ports.length]!.interface, time, down: 1_000_000 + n, upload: n }
        }),
      }),
    quality: () =>
      of({
        type: 'quality',
        now: unixNow(),
        minutes: many('quality', MAX_QUALITY, (n) => ({ ...link, ...figures, time: minuteBefore(n % 20_000) })),
      }),
    tunnels: () =>
      of({
        type: 'tunnels',
        now: unixNow(),
        tunnels: many('tunnels', MAX_TUNNELS, (n) => ({ ...link, dialled: true, since: unixNow() - 1000, input: n, out: n })),
      }),
    events: () => {
      const events = many('events', MAX_EVENTS, (n) => {
        const type = n % 2 === 0 ? ('link_up' as const) : ('link_down' as const)
        return { seq: n + 1, type, ...link, vpn_ip: '10.128.0.9', address: null, since: unixNow() }
      })
      return of({ type: 'event', oldest: events[0]!.seq, now: unixNow(), events })
    },
    result: () => result,
  }
}

/** Sends full messages as fast as the budgets take them: at first all that they hold, and then what they get in a minute. */
function atTheLimit(place: Place): Act {
  const frames = Object.values(fullFrames(place))
  const list = textFrame({ type: 'interfaces', interfaces: ports })
  const ack = textFrame({ type: 'config.ack', revision: 1, hash: 'a'.repeat(64), phase: 'received', errors: [], actions: [] })
  let left: number = deviceBudgets.bytes.at_once
  return (socket, second) => {
    left += deviceBudgets.bytes.a_minute / 60
    for (const one of [frames[second % frames.length]!(), heartbeatFrame, ack, ...(second % 5 === 0 ? [list] : [])])
      if (left > 2 * one.length) {
        left -= one.length
        socket.write(one)
      }
  }
}

const wrongFrames = [
  textFrame(`"${'x'.repeat(MAX_AGENT_FRAME_BYTES + 1)}"`),
  textFrame(nested(100_000)),
  textFrame('{"type":"telemetry","minutes":[{]}'),
  textFrame({ type: 'op.result', op_id: 'x'.repeat(500), ok: true, error: null }),
  textFrame({ type: 'tunnels', now: -(2 ** 53), tunnels: [] }),
]
/** Sends a frame for which the connection ends, and comes back. */
const wrong: Act = (socket, second) => void socket.write(wrongFrames[second % wrongFrames.length]!)

/** Sends entries that the server or its database must refuse, until it is cut off. */
function refused({ network_number }: Place): Act {
  const absurd = Array.from({ length: MAX_TUNNELS }, (_, i) => ({
    network_number,
    who: `x${i}`,
    dialled: true,
    since: Number.MAX_SAFE_INTEGER,
    input: 0,
    out: 0,
  }))
  const unknown = Array.from({ length: MAX_MINUTES }, (_, i) => ({
    interface: `no${i}`,
    time: -60 * i,
    down: Number.MAX_SAFE_INTEGER,
    upload: 0,
  }))
  const frames = [
    textFrame({ type: 'tunnels', now: -Number.MAX_SAFE_INTEGER, tunnels: absurd }),
    textFrame({ type: 'telemetry', now: 0, minutes: unknown }),
  ]
  return (socket, second) => {
    for (let i = 0; i < 4; i++) socket.write(frames[(second + i) % frames.length]!)
  }
}

/** Asks for answers and never reads one. */
const deaf: Act = (socket) => {
  socket.pause()
  for (let i = 0; i < 20; i++) socket.write(heartbeatFrame)
}
export interface Devices {
  begin(): void
  rest(): void
  counts(): Record<string, number>
}

/** The devices of an account, each of which does one of the worst things that the protocol allows or refuses. */
export function createDevices({ ports: { agent }, devices, networks, members }: Account): Devices {
  const counts: Record<string, number> = { connections: 0, cut: 0 }
  const sockets = new Set<Socket>()
  let timers: NodeJS.Timeout[] = []
  const hello = ({ router_name }: Credential) => textFrame(helloOf(router_name, { capabilities: 8, interfaces: ports }))

  function open(device: Credential): Socket {
    counts['connections']! += 1
    const socket = openDevice(agent, device.credential, { 'x-forwarded-for': '198.51.100.1' })
    sockets.add(socket)
    socket.on('data', () => {})
    socket.on('close', () => sockets.delete(socket))
    return socket
  }

  /** Keeps a device connected while it does this. */
  function keep(device: Credential, act: Act): void {
    let socket: Socket | undefined
    let second = 0
    let away = 0
    timers.push(
      setInterval(() => {
        second += 1
        if (socket && !socket.destroyed) return act(socket, second)
        if (socket) counts['cut']! += 1
        socket = undefined
        if ((away += 1) < AGAIN_SECONDS) return
        away = 0
        socket = open(device)
        socket.write(hello(device))
      }, TICK_MS),
    )
  }

  /** Connects, says hello and leaves, several times a second. */
  function storm(device: Credential): void {
    const one = hello(device)
    timers.push(
      setInterval(() => {
        const socket = open(device)
        socket.write(Buffer.concat([one, closeFrame]))
        setTimeout(() => socket.destroy(), TICK_MS)
      }, TICK_MS / STORM_A_SECOND),
    )
  }

  /** Holds connections whose request, or whose hello, never comes to its end. */
  function halfOpen(device: Credential): void {
    const half = hello(device).subarray(0, 40)
    timers.push(
      setInterval(() => {
        for (let held = sockets.size; held < HALF_OPEN; held++) {
          const socket = open(device)
          socket.write(half)
        }
      }, 5 * TICK_MS),
    )
  }

  const acts: ((place: Place) => void)[] = [
    (place) => keep(place.device, atTheLimit(place)),
    (place) => keep(place.device, atTheLimit(place)),
    ({ device }) => keep(device, wrong),
    (place) => keep(place.device, refused(place)),
    ({ device }) => storm(device),
    ({ device }) => keep(device, deaf),
    (place) => keep(place.device, atTheLimit(place)),
    ({ device }) => halfOpen(device),
  ]
  return {
    begin() {
      for (const [i, device] of devices.entries()) {
        const network = i % networks.length
        acts[i % acts.length]!({ device, network_number: networks[network]!, center: members[network]! })
      }
    },
    rest() {
      for (const timer of timers) clearInterval(timer)
      timers = []
      for (const socket of sockets) socket.destroy()
    },
    counts: () => counts,
  }
}

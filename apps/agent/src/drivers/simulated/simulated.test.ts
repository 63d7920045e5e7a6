import { compile, type NetworkIntent } from '@weft/member-config'
import { beforeEach, expect, test } from 'vitest'
import type { NewEvent } from '../../protocol/event-ring.ts'
import { createEther, type Ether } from './ether.ts'
import { type SimulatedDriver, simulatedDriver } from './simulated.ts'
import { minuteOf, passedOf, simulatedCounters } from './traffic.ts'

const NUMBER = '1000000000'
const intent = (enable: 0 | 1 = 1): NetworkIntent => ({
  network_number: NUMBER,
  mode: 1,
  ncp_ciphers: 'default',
  network_status: 1,
  center: [{ router_name: 'HUB', router_segment: '10.128.0.0/20', software_segment: '10.128.16.0/20' }],
  point: [{ router_name: 'SN1', router_type: 1, status: 1 }],
  link: [{ center_router_name: 'HUB', router_name: 'SN1', vpn_ip: '10.128.0.2', enable }],
})

let now = 1_700_000_000
let ether: Ether
beforeEach(() => {
  ether = createEther(() => now)
})

function device(name: string): SimulatedDriver & { events: NewEvent[] } {
  const events: NewEvent[] = []
  const driver = simulatedDriver(ether, name, 'router', 'test')
  driver.onTunnel((event) => void events.push(event))
  return { ...driver, events }
}
const run = (driver: SimulatedDriver, name: string, of = intent()) => driver.apply(compile([of]).get(name) ?? null, null)

test('a tunnel is up once both ends have the configuration, and both say so', async () => {
  const [hub, point] = [device('HUB'), device('SN1')]
  await run(point, 'SN1')
  expect(point.events).toEqual([])
  await run(hub, 'HUB')
  expect(point.events).toMatchObject([{ type: 'link_up', who: 'HUB', network_number: NUMBER, vpn_ip: '10.128.0.2', since: now }])
  expect(hub.events).toMatchObject([{ type: 'client_up', who: 'SN1', vpn_ip: '10.128.0.2', since: now }])
  expect(hub.up()).toMatchObject([{ type: 'client_up', who: 'SN1' }])
})

test('a point whose power fails says nothing, and its center does', async () => {
  const [hub, point] = [device('HUB'), device('SN1')]
  await run(point, 'SN1')
  await run(hub, 'HUB')
  now += 600
  point.switchOff()
  expect(point.events).toHaveLength(1)
  expect(hub.events.at(-1)).toMatchObject({ type: 'client_down', who: 'SN1', since: now })
})

test('a link that is switched off goes down on both sides, with the bytes of the point', async () => {
  const [hub, point] = [device('HUB'), device('SN1')]
  await run(point, 'SN1')
  await run(hub, 'HUB')
  now += 600
  await run(point, 'SN1', intent(0))
  expect(point.events.at(-1)).toMatchObject({ type: 'link_down', who: 'HUB', since: now })
  expect(point.events.at(-1)!.input).toBeGreaterThan(0)
  expect(hub.events.at(-1)).toMatchObject({ type: 'client_down', who: 'SN1' })
  expect(hub.up()).toEqual([])
})

test('the same configuration again changes no tunnel', async () => {
  const [hub, point] = [device('HUB'), device('SN1')]
  await run(point, 'SN1')
  await run(hub, 'HUB')
  await run(hub, 'HUB')
  expect(hub.events).toHaveLength(1)
})

test('a killed user comes back by itself', async () => {
  const [hub, point] = [device('HUB'), device('SN1')]
  await run(point, 'SN1')
  await run(hub, 'HUB')
  await hub.perform({ type: 'op', op_id: '1', kind: 'kill_user', expires_at: 0, data: { who: 'SN1' } })
  expect(point.events.map((event) => event.type)).toEqual(['link_up', 'link_down', 'link_up'])
})

test('traffic is told alike in every run, and a working morning is busier than its night', () => {
  const monday = Math.floor(Date.UTC(2026, 0, 5) / 1000)
  const at = (hour: number) => monday + (hour - 8) * 3600
  expect(minuteOf('a', at(10), 1_000_000)).toEqual(minuteOf('a', at(10), 1_000_000))
  expect(minuteOf('a', at(10), 1_000_000).down).toBeGreaterThan(4 * minuteOf('a', at(27), 1_000_000).down)
})

test('counters grow by the bytes of each minute, and unevenly within it', () => {
  const start = 1_699_930_800
  let at = start
  const read = simulatedCounters('a', 1_000_000, () => at * 1000)
  const readings = Array.from({ length: 121 }, (_, second) => ((at = start + second), read().down))
  expect(readings[60]! - readings[0]!).toBeCloseTo(minuteOf('a', start, 1_000_000).down, -1)
  expect(readings[120]! - readings[60]!).toBeCloseTo(minuteOf('a', start + 60, 1_000_000).down, -1)
  const seconds = readings.slice(1).map((down, i) => down - readings[i]!)
  expect(Math.min(...seconds)).toBeGreaterThan(0)
  expect(new Set(seconds).size).toBeGreaterThan(60)
})

test('counters stand still while the clock is back, and hold whole hours that nobody read', () => {
  let at = 1_699_930_830
  const read = simulatedCounters('a', 1_000_000, () => at * 1000)
  at += 3600
  const later = read()
  const hour = Array.from({ length: 60 }, (_, i) => minuteOf('a', 1_699_930_800 + i * 60, 1_000_000).down).reduce((a, b) => a + b)
  expect(later.down / hour).toBeCloseTo(1, 1)
  at -= 7200
  expect(read()).toEqual(later)
  expect(passedOf('a', 0, 1)).toBeCloseTo(1)
})

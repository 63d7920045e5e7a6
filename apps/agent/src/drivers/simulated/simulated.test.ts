import { TunnelFigures } from '@weft/contract/agent-protocol'
import type { ServicePort } from '@weft/contract'
import { compile, DYNAMIC_PORT, type NetworkIntent, NO_CENTER_LINK, newCenter, newMember } from '@weft/member-config'
import { beforeEach, expect, test } from 'vitest'
import { centerAt, networkOf } from '../../../../../packages/member-config/test/networks.ts'
import type { NewEvent } from '../../protocol/event-ring.ts'
import { createEther, type Ether } from './ether.ts'
import { figuresOf } from './figures.ts'
import { type SimulatedDriver, simulatedDriver } from './simulated.ts'
import { minuteOf, passedOf, simulatedCounters, tunnelBytes } from './traffic.ts'

const NUMBER = '1000000000'
/** Returns a network with a center HUB and a branch SN1, whose link to HUB is on or off. */
const intent = (enable: 0 | 1 = 1, change?: (intent: NetworkIntent) => void): NetworkIntent =>
  networkOf({ HUB: centerAt(0), SN1: { ...newMember('point'), links: { HUB: { vpn_ip: '10.128.0.2', enable } } } }, change)

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
/** Gives a device its configuration in a network. */
const configure = (driver: SimulatedDriver, name: string, network = intent()) => driver.apply(compile([network]).get(name) ?? null, null)

test('a tunnel is up once both ends have the configuration, and both report it', async () => {
  const [hub, point] = [device('HUB'), device('SN1')]
  await configure(point, 'SN1')
  expect(point.events).toEqual([])
  await configure(hub, 'HUB')
  expect(point.events).toMatchObject([{ type: 'link_up', who: 'HUB', network_number: NUMBER, vpn_ip: '10.128.0.2', since: now }])
  expect(hub.events).toMatchObject([{ type: 'client_up', who: 'SN1', vpn_ip: '10.128.0.2', since: now }])
  expect(hub.up()).toMatchObject([{ type: 'client_up', who: 'SN1' }])
})

test.each<[string, Partial<ServicePort>]>([
  ['dialled at another address', { public_ip: '198.51.100.7', public_port: 1194, static_port: 1194 }],
  ['that listens on another port', { static_port: 1195 }],
])('a center %s has another tunnel, which both ends report', async (_, port) => {
  const [hub, point] = [device('HUB'), device('SN1')]
  for (const [driver, name] of [
    [hub, 'HUB'],
    [point, 'SN1'],
  ] as const)
    await configure(driver, name)
  now += 600
  const moved = intent(1, ({ settings }) => {
    settings.members.HUB!.center!.router_port = { ...DYNAMIC_PORT, ...port }
  })
  for (const [driver, name] of [
    [hub, 'HUB'],
    [point, 'SN1'],
  ] as const)
    await configure(driver, name, moved)
  expect(point.events.slice(1)).toContainEqual(expect.objectContaining({ type: 'link_down', who: 'HUB' }))
  expect(point.events.at(-1)).toMatchObject({ type: 'link_up', who: 'HUB', since: now })
  expect(hub.events.at(-1)).toMatchObject({ type: 'client_up', who: 'SN1', since: now })
  const { length } = point.events
  for (const [driver, name] of [
    [hub, 'HUB'],
    [point, 'SN1'],
  ] as const)
    await configure(driver, name, moved)
  expect(point.events).toHaveLength(length)
})

test('a branch whose power fails reports nothing, but its center does', async () => {
  const [hub, point] = [device('HUB'), device('SN1')]
  await configure(point, 'SN1')
  await configure(hub, 'HUB')
  now += 600
  point.switchOff()
  expect(point.events).toHaveLength(1)
  expect(hub.events.at(-1)).toMatchObject({ type: 'client_down', who: 'SN1', since: now })
})

test('both ends of a tunnel that is up report its traffic, and which end dialled', async () => {
  now = Math.floor(Date.now() / 1000) - 600
  const [hub, point] = [device('HUB'), device('SN1')]
  await configure(point, 'SN1')
  await configure(hub, 'HUB')
  const [dialled] = point.carried()
  expect(dialled).toMatchObject({ network_number: NUMBER, who: 'HUB', dialled: true, since: now })
  expect(dialled!.input).toBeGreaterThan(0)
  expect(hub.carried()).toMatchObject([{ who: 'SN1', dialled: false, since: now }])
})

test('the branch alone measures its tunnel, with figures that the protocol accepts', async () => {
  const [hub, point] = [device('HUB'), device('SN1')]
  await configure(hub, 'HUB')
  expect(hub.quality()).toEqual([])
  await configure(point, 'SN1')
  expect(point.quality()).toMatchObject([{ network_number: NUMBER, who: 'HUB', sent: 60 }])
  expect(hub.quality()).toEqual([])
  for (let minute = 0; minute < 86_400; minute += 60)
    for (const line of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
      TunnelFigures.parse({ network_number: NUMBER, who: 'HUB', ...figuresOf(line, minute) })
})

test('what a tunnel has carried only grows', () => {
  const since = 1_700_000_000
  const counts = Array.from({ length: 1440 }, (_, minute) => tunnelBytes('a', 1_000_000, since, since + 60 * minute).input)
  expect(counts[0]).toBe(0)
  for (const [at, count] of counts.slice(1).entries()) expect(count).toBeGreaterThan(counts[at]!)
  expect(tunnelBytes('a', 1_000_000, since, since - 5)).toEqual({ input: 0, out: 0 })
})

test('the tunnel of a link that is switched off goes down at both ends, which report the same bytes', async () => {
  const [hub, point] = [device('HUB'), device('SN1')]
  await configure(point, 'SN1')
  await configure(hub, 'HUB')
  now += 600
  await configure(point, 'SN1', intent(0))
  expect(point.events.at(-1)).toMatchObject({ type: 'link_down', who: 'HUB', since: now })
  expect(point.events.at(-1)!.input).toBeGreaterThan(0)
  const { input, out } = point.events.at(-1)!
  expect(hub.events.at(-1)).toMatchObject({ type: 'client_down', who: 'SN1', input, out })
  expect(hub.up()).toEqual([])
})

test('a device that gets the same configuration again changes no tunnel', async () => {
  const [hub, point] = [device('HUB'), device('SN1')]
  await configure(point, 'SN1')
  await configure(hub, 'HUB')
  await configure(hub, 'HUB')
  expect(hub.events).toHaveLength(1)
})

test('the tunnel of a member that the center disconnects comes up again by itself', async () => {
  const [hub, point] = [device('HUB'), device('SN1')]
  await configure(point, 'SN1')
  await configure(hub, 'HUB')
  await hub.perform({ type: 'op', op_id: '1', kind: 'kill_user', expires_at: 0, data: { who: 'SN1' } })
  expect(point.events.map((event) => event.type)).toEqual(['link_up', 'link_down', 'link_up'])
})

test('a tunnel to a POP is up while both ends run, and the POP reports the end of the tunnel when the member is switched off', async () => {
  const withPop = intent(1, ({ settings, facts }) => {
    settings.members.SN1!.pop_links = { 7: { vpn_ip: '10.200.0.2' } }
    facts.areas[7] = {
      area: '华东',
      pop_name: 'POP1',
      public_ip: '203.0.113.9',
      port: 4000,
      slot: 0,
      router_segment: '10.200.0.0/24',
      software_segment: '10.200.1.0/24',
    }
  })
  const [point, pop] = [device('SN1'), device('POP1')]
  await configure(point, 'SN1', withPop)
  expect(point.events).toEqual([])
  await configure(pop, 'POP1', withPop)
  expect(point.events).toMatchObject([{ type: 'link_up', who: 'POP1', vpn_ip: '10.200.0.2' }])
  expect(pop.events).toMatchObject([{ type: 'client_up', who: 'SN1', vpn_ip: '10.200.0.2' }])
  point.switchOff()
  expect(pop.events.at(-1)).toMatchObject({ type: 'client_down', who: 'SN1' })
})

test('two branches of a network without centers connect, because one of them listens', async () => {
  const pair = networkOf({
    SN1: { ...newMember('point'), links: { SN2: { vpn_ip: '10.128.0.2', enable: 1 } } },
    SN2: { ...newMember('point'), center: newCenter('10.128.0.0/22', '10.128.4.0/22') },
  })
  const [dialling, listening] = [device('SN1'), device('SN2')]
  await configure(dialling, 'SN1', pair)
  await configure(listening, 'SN2', pair)
  expect(dialling.events).toMatchObject([{ type: 'link_up', who: 'SN2' }])
  expect(listening.events).toMatchObject([{ type: 'client_up', who: 'SN1' }])
})

test('the center link, which joins two centers, is up while both run', async () => {
  const withCenterLink = intent(1, ({ settings, facts }) => {
    settings.members.HUB2 = centerAt(1)
    facts.members.HUB2 = { router_type: 1, status: 1, address: null }
    settings.center_link = { ...NO_CENTER_LINK, enable: 1, center_router_name: 'HUB2', segment: '10.129.0.0/24' }
  })
  const [dialling, listening] = [device('HUB'), device('HUB2')]
  await configure(dialling, 'HUB', withCenterLink)
  expect(dialling.events).toEqual([])
  await configure(listening, 'HUB2', withCenterLink)
  expect(dialling.events).toMatchObject([{ type: 'link_up', who: 'HUB2', vpn_ip: '10.129.0.2' }])
  expect(listening.events).toMatchObject([{ type: 'client_up', who: 'HUB', vpn_ip: '10.129.0.2' }])
  listening.switchOff()
  expect(dialling.events.at(-1)).toMatchObject({ type: 'link_down', who: 'HUB2' })
})

test('the traffic of a minute is always computed the same, and is higher on a working morning than in the night after it', () => {
  const monday = Math.floor(Date.UTC(2026, 0, 5) / 1000)
  const at = (hour: number) => monday + (hour - 8) * 3600
  expect(minuteOf('a', at(10), 1_000_000)).toEqual(minuteOf('a', at(10), 1_000_000))
  expect(minuteOf('a', at(10), 1_000_000).down).toBeGreaterThan(4 * minuteOf('a', at(27), 1_000_000).down)
})

test('counters grow by the bytes of each minute, at a rate that varies from second to second', () => {
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

test('counters include the traffic of an hour in which nobody read them, and do not change while the clock is set back', () => {
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

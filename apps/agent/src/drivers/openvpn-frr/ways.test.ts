import { describe, expect, it } from 'vitest'
import { type ReachedByWan, type KernelRoute, leakOf, wayCommands, type Ways } from './ways.ts'

const REACHED: ReachedByWan = { ends: ['198.51.100.11'], controller: ['198.51.100.1'] }
const BEHIND = 250 * 2 ** 24
const LAN: KernelRoute = { dst: '203.0.113.0/24', dev: 'wan', protocol: 'kernel', scope: 'link', prefsrc: '203.0.113.5' }
const RECEIVED: KernelRoute = { dst: 'default', gateway: '10.128.0.1', dev: 'c1000000001nr1', protocol: 'bgp', metric: 20 }
const wan = (more: Partial<KernelRoute> = {}): KernelRoute => ({ dst: 'default', gateway: '203.0.113.1', dev: 'wan', ...more })
const MAIN = { priority: 32766, table: 'main' }
const waysOf = (routes: KernelRoute[], more: Partial<Ways> = {}): Ways => ({ routes, rules: [MAIN], neighbours: [], ...more })
const rule = (dst: string) => ({ priority: 87, dst, table: '87' })
const RULES = { rules: [MAIN, rule('198.51.100.11'), rule('198.51.100.1')] }
const SETTLED = [LAN, wan({ metric: BEHIND }), wan({ table: '87' }), RECEIVED]

describe('the commands that put a received default route first', () => {
  it('copy the way to the internet for the ends of tunnels and the controller, and then put it behind', () => {
    expect(wayCommands(waysOf([LAN, wan(), RECEIVED]), REACHED)).toEqual([
      'route replace default table 87 metric 0 via 203.0.113.1 dev wan',
      'rule add pref 87 to 198.51.100.11 lookup 87',
      'rule add pref 87 to 198.51.100.1 lookup 87',
      `route replace default metric ${BEHIND} via 203.0.113.1 dev wan`,
    ])
  })
  it('remove a route only once its replacement is there, and only that', () => {
    const both = [wan(), wan({ metric: BEHIND }), wan({ table: '87' }), LAN, RECEIVED]
    expect(wayCommands(waysOf(both, RULES), REACHED)).toEqual(['route del default metric 0 via 203.0.113.1 dev wan'])
    const older = [wan({ prefsrc: '203.0.113.6' }), ...SETTLED]
    const commands = wayCommands(waysOf(older, RULES), REACHED)
    expect(commands).toContain(`route replace default metric ${BEHIND} src 203.0.113.6 via 203.0.113.1 dev wan`)
    expect(commands.filter((command) => command.startsWith('route del'))).toEqual([])
  })
  it('remove a copy only once there is another', () => {
    const routes = [LAN, wan({ metric: BEHIND + 100 }), wan({ table: '87' }), RECEIVED]
    expect(wayCommands(waysOf(routes, RULES), REACHED)).toEqual(['route replace default table 87 metric 100 via 203.0.113.1 dev wan'])
    expect(wayCommands(waysOf([...routes, wan({ table: '87', metric: 100 })], RULES), REACHED)).toEqual([
      'route del default table 87 metric 0',
    ])
  })
  it('are none once all is so', () => {
    expect(wayCommands(waysOf(SETTLED, RULES), REACHED)).toEqual([])
  })
  it('follow another gateway, in both tables', () => {
    const other = wan({ gateway: '203.0.113.2' })
    expect(wayCommands(waysOf([LAN, other, wan({ table: '87' }), RECEIVED], RULES), REACHED)).toEqual([
      'route replace default table 87 metric 0 via 203.0.113.2 dev wan',
      `route replace default metric ${BEHIND} via 203.0.113.2 dev wan`,
    ])
  })
  it('take the gateway that a DHCP client has just set, and not the one that was put behind', () => {
    const commands = wayCommands(waysOf([...SETTLED, wan({ gateway: '203.0.113.2' })], RULES), REACHED)
    expect(commands[0]).toBe('route replace default table 87 metric 0 via 203.0.113.2 dev wan')
    expect(commands[1]).toBe(`route replace default metric ${BEHIND} via 203.0.113.2 dev wan`)
  })
  it('forget the gateway that was put behind when its owner sets another with another metric', () => {
    const former = wan({ metric: BEHIND })
    const fresh = wan({ metric: 100, gateway: '203.0.113.2' })
    const copy = { ...fresh, table: '87' }
    const behind = { ...fresh, metric: BEHIND + 100 }
    const lte = wan({ dev: 'lte', gateway: '192.0.2.9', metric: BEHIND + 50 })
    const lteCopy = { ...lte, metric: 50, table: '87' }
    expect(wayCommands(waysOf([LAN, former, lte, fresh, wan({ table: '87' }), lteCopy], RULES), REACHED)).toEqual([
      'route replace default table 87 metric 100 via 203.0.113.2 dev wan',
      `route replace default metric ${BEHIND + 100} via 203.0.113.2 dev wan`,
      `route del default metric ${BEHIND} via 203.0.113.1 dev wan`,
    ])
    expect(wayCommands(waysOf([LAN, lte, behind, fresh, wan({ table: '87' }), lteCopy, copy], RULES), REACHED)).toEqual([
      'route del default table 87 metric 0',
      'route del default metric 100 via 203.0.113.2 dev wan',
    ])
    expect(wayCommands(waysOf([LAN, lte, behind, lteCopy, copy], RULES), REACHED)).toEqual([])
  })
  it('keep two default routes of one interface while the kernel refuses to move one of them', () => {
    const [first, second] = [wan({ metric: 100 }), wan({ metric: 200, gateway: '203.0.113.2' })]
    const copies = [first, second].map((route) => ({ ...route, table: '87' }))
    const behind = { ...first, metric: BEHIND + 100 }
    expect(wayCommands(waysOf([LAN, first, second, behind, ...copies], RULES), REACHED)).toEqual([
      `route replace default metric ${BEHIND + 200} via 203.0.113.2 dev wan`,
    ])
  })
  it('lead the ends by a gateway whose line is up, and judge by the one that they use', () => {
    const down = wan({ metric: BEHIND, flags: ['linkdown'] })
    const lte = wan({ dev: 'lte', gateway: '192.0.2.9', metric: BEHIND + 50 })
    const lteCopy = { ...lte, metric: 50, table: '87' }
    expect(wayCommands(waysOf([LAN, down, lte, wan({ table: '87' }), lteCopy], RULES), REACHED)).toEqual([
      'route del default table 87 metric 0',
    ])
    const neighbours = [{ dst: '203.0.113.1', dev: 'wan', state: ['FAILED'] }]
    expect(
      wayCommands(waysOf([LAN, wan({ metric: BEHIND }), lte, wan({ table: '87' }), lteCopy], { ...RULES, neighbours }), REACHED),
    ).toEqual(['rule del pref 87 to 198.51.100.1 lookup 87'])
  })
  it('keep what a DHCP client said of its route, and the order of two uplinks', () => {
    const first = wan({ metric: 100, protocol: 'dhcp', prefsrc: '203.0.113.5', metrics: [{ mtu: 1400, advmss: 1300 }] })
    const second = wan({ dev: 'lte', gateway: '192.0.2.9', metric: 200, flags: ['onlink'] })
    const after = [`route replace default table 87 metric 100 proto dhcp src 203.0.113.5 mtu 1400 advmss 1300 via 203.0.113.1 dev wan`]
    const commands = wayCommands(waysOf([LAN, first, second], RULES), REACHED)
    expect(commands).toContain(after[0])
    expect(commands).toContain('route replace default table 87 metric 200 via 192.0.2.9 dev lte onlink')
    expect(commands).toContain(
      `route replace default metric ${BEHIND + 100} proto dhcp src 203.0.113.5 mtu 1400 advmss 1300 via 203.0.113.1 dev wan`,
    )
    expect(commands).toContain(`route replace default metric ${BEHIND + 200} via 192.0.2.9 dev lte onlink`)
  })
  it('keep a default route with several next hops whole', () => {
    const hops = [
      { gateway: '203.0.113.1', dev: 'wan', weight: 1 },
      { gateway: '192.0.2.9', dev: 'lte', weight: 2 },
    ]
    expect(wayCommands(waysOf([{ dst: 'default', nexthops: hops }], RULES), REACHED)).toContain(
      `route replace default metric ${BEHIND} nexthop via 203.0.113.1 dev wan weight 1 nexthop via 192.0.2.9 dev lte weight 2`,
    )
  })
  it('remove the rules while there is no way to the internet, and restore them afterwards', () => {
    expect(wayCommands(waysOf([], RULES), REACHED)).toEqual([
      'rule del pref 87 to 198.51.100.11 lookup 87',
      'rule del pref 87 to 198.51.100.1 lookup 87',
    ])
    expect(wayCommands(waysOf([LAN, wan()]), REACHED)).toContain('rule add pref 87 to 198.51.100.1 lookup 87')
  })
  it('restore what a flap of the link removed, though the default route is as it was', () => {
    expect(wayCommands(waysOf([LAN, wan({ metric: BEHIND }), RECEIVED], RULES), REACHED)).toEqual([
      'route replace default table 87 metric 0 via 203.0.113.1 dev wan',
    ])
  })
  it.each([
    ['does not answer', { neighbours: [{ dst: '203.0.113.1', dev: 'wan', state: ['FAILED'] }] }, []],
    ['has a dead line', {}, ['linkdown']],
  ])('leave the controller without a rule while the gateway %s', (_why, more, flags) => {
    const routes = [LAN, wan({ metric: BEHIND, flags }), wan({ table: '87', flags }), RECEIVED]
    expect(wayCommands(waysOf(routes, { ...RULES, ...more }), REACHED)).toEqual(['rule del pref 87 to 198.51.100.1 lookup 87'])
  })
  it.each([[['203.0.113.9']], [[]]])(
    'keep the rule of the controller if no end is reached by the gateway that does not answer: %j',
    (ends) => {
      const neighbours = [{ dst: '203.0.113.1', dev: 'wan', state: ['FAILED'] }]
      const near = { ...REACHED, ends }
      expect(wayCommands(waysOf(SETTLED, { rules: [MAIN, rule('198.51.100.1')], neighbours }), near)).toEqual([])
    },
  )
  it('make no rule for what is in the network of the WAN itself', () => {
    const near = { ends: ['203.0.113.9'], controller: ['203.0.113.8'] }
    expect(wayCommands(waysOf([LAN, wan()]), near).filter((command) => command.startsWith('rule'))).toEqual([])
  })
  it('remove each rule once that is there twice, or that nobody wants', () => {
    const rules = [...RULES.rules, rule('198.51.100.1'), rule('192.0.2.77')]
    expect(wayCommands(waysOf(SETTLED, { rules }), REACHED)).toEqual([
      'rule del pref 87 to 198.51.100.1 lookup 87',
      'rule del pref 87 to 192.0.2.77 lookup 87',
    ])
  })
  it('restore all as it was once no default route is received', () => {
    const first = wan({ metric: BEHIND + 100, protocol: 'dhcp' })
    expect(
      wayCommands(waysOf([LAN, first, wan({ metric: 100, table: '87' })], { rules: [MAIN, rule('198.51.100.1')] }), undefined),
    ).toEqual([
      'route replace default metric 100 proto dhcp via 203.0.113.1 dev wan',
      'rule del pref 87 to 198.51.100.1 lookup 87',
      'route flush table 87',
    ])
    expect(wayCommands(waysOf([LAN, first, { ...first, metric: 100 }]), undefined)).toEqual([
      `route del default metric ${BEHIND + 100} proto dhcp via 203.0.113.1 dev wan`,
    ])
    expect(wayCommands(waysOf([LAN, first, wan({ metric: 100, gateway: '203.0.113.2' })]), undefined)).toEqual([
      `route del default metric ${BEHIND + 100} proto dhcp via 203.0.113.1 dev wan`,
    ])
    expect(wayCommands(waysOf([LAN, first, wan({ dev: 'lte', gateway: '192.0.2.9' })]), undefined)).toEqual([
      'route replace default metric 100 proto dhcp via 203.0.113.1 dev wan',
    ])
    expect(wayCommands(waysOf([LAN, wan(), RECEIVED]), undefined)).toEqual([])
  })
})

describe('traffic leaves by the WAN', () => {
  it.each<[string, KernelRoute[], string | undefined]>([
    ['not while the received default route is first', SETTLED, undefined],
    ['while no default route is received', [LAN, wan({ metric: BEHIND })], 'wan'],
    ["while the WAN's default route is ahead", [wan(), RECEIVED], 'wan'],
    [
      'while a default route with several next hops is ahead',
      [{ dst: 'default', nexthops: [{ dev: 'lte' }, { dev: 'wan' }] }, RECEIVED],
      'lte',
    ],
    ['not without any default route', [LAN], undefined],
    [
      'not while a tunnel has the two halves of the internet',
      [wan({ metric: BEHIND }), { dst: '0.0.0.0/1', dev: 'c1000000001nr1' }],
      undefined,
    ],
  ])('%s', (_when, routes, by) => expect(leakOf(waysOf(routes))).toBe(by))
})

import { hopKinds, type State } from '@weft/contract'
import { describe, expect, it } from 'vitest'
import { evidenceOf, type EvidenceFacts } from './evidence.rules.ts'
import { type DiallingNetwork, type Finding, judgeTargets, type KnownTarget, lansOf, type PathFacts, pathOf } from './path.rules.ts'

const NOW = 1_790_000_000
const target = (change: Partial<KnownTarget> = {}): KnownTarget => ({
  network_number: '1000000001',
  kind: 'center',
  router_name: 'HQ-0001',
  ov_id: null,
  name: '上海总部机房',
  role: 'main',
  state: 'up',
  since: NOW - 3600,
  vpn_ip: '10.128.0.2',
  ...change,
})
const facts = (change: Partial<PathFacts> = {}): PathFacts => ({
  router_type: 1,
  online_status: 1,
  online: 1,
  create_time: NOW - 90 * 86_400,
  connect_time: NOW - 86_400,
  report_time: NOW,
  os: null,
  version: '3.2.1',
  router_ipv4: '203.0.113.7',
  interfaces: [{ interface: 'wan0', interface_uuid: 'w', protocol: 'pppoe', ip: null, ipv4: null, ipv4_subnet_mask: null, mtu: null }],
  networks: [{ network_number: '1000000001', network_name: '总部—门店', member_type: 'point', prefixes: 2 }],
  targets: [target()],
  branches: { up: 0, total: 0 },
  ...change,
})
const lost = { online_status: 0, online: 0, report_time: NOW - 60, targets: [target({ state: 'down' })] } as const
const finding = (state: Finding['state'], cause: Finding['cause'], since: number | null = NOW - 60): Finding => ({ state, cause, since })
const states = (of: PathFacts, found: Finding): [...State[]] => pathOf(of, found).hops.map(({ state }) => state)
const hop = (kind: (typeof hopKinds)[number], of: PathFacts, found: Finding) => pathOf(of, found).hops[hopKinds.indexOf(kind)]!

describe('the way from a member to its networks', () => {
  it('is well where nothing is wrong, and names nothing as broken', () => {
    expect(states(facts(), finding('up', 'online'))).toEqual(['up', 'up', 'up', 'up'])
    expect(pathOf(facts(), finding('up', 'online')).broken).toBeNull()
    expect(hop('device', facts(), finding('up', 'online')).facts).toEqual([{ fact: 'connected', at: NOW - 86_400 }])
    expect(hop('networks', facts(), finding('up', 'online')).facts).toEqual([{ fact: 'prefixes', count: 2 }])
  })

  it.each<[name: string, facts: Partial<PathFacts>, finding: Finding, states: State[], broken: string]>([
    ['lost', lost, finding('down', 'connection_lost'), ['unknown', 'down', 'unknown', 'unknown'], 'internet'],
    ['lost hub', { targets: [target({ state: 'down' })] }, finding('down', 'center_down'), ['up', 'up', 'down', 'unknown'], 'targets'],
    ['no tunnel', { targets: [target({ state: 'down' })] }, finding('down', 'tunnel_down'), ['up', 'up', 'down', 'unknown'], 'targets'],
    ['moved', { targets: [target({ state: 'down' })] }, finding('down', 'address_changed'), ['up', 'up', 'down', 'unknown'], 'targets'],
    [
      'never seen',
      { ...lost, connect_time: null, report_time: null },
      finding('never', 'never_activated', null),
      ['never', 'unknown', 'unknown', 'unknown'],
      'device',
    ],
    ['disabled', lost, finding('disabled', 'disabled', null), ['disabled', 'unknown', 'unknown', 'unknown'], 'device'],
    ['signed out', { ...lost, router_type: 2 }, finding('idle', 'signed_out'), ['idle', 'unknown', 'unknown', 'unknown'], 'device'],
    [
      'never signed in',
      { ...lost, router_type: 2 },
      finding('idle', 'never_signed_in', null),
      ['idle', 'unknown', 'unknown', 'unknown'],
      'device',
    ],
    ['refused, with tunnels', {}, finding('failed', 'config_failed', null), ['up', 'up', 'up', 'failed'], 'networks'],
    [
      'refused, without',
      { online: 0, targets: [target({ state: 'down' })] },
      finding('failed', 'config_failed', null),
      ['failed', 'unknown', 'unknown', 'unknown'],
      'device',
    ],
    [
      'unpaid',
      { online: 0, targets: [target({ state: 'disabled' })] },
      finding('up', 'service_lapsed', null),
      ['up', 'up', 'disabled', 'down'],
      'networks',
    ],
    ['in no network', { networks: [], targets: [] }, finding('up', 'no_network', null), ['up', 'up', 'unknown', 'unknown'], 'networks'],
    [
      'without its POPs',
      { online: 0, targets: [target({ kind: 'pop', state: 'disabled' })] },
      finding('up', 'pop_lapsed', null),
      ['up', 'up', 'down', 'unknown'],
      'targets',
    ],
    ['without a center', { targets: [] }, finding('up', 'no_center', null), ['up', 'up', 'unknown', 'unknown'], 'targets'],
  ])('breaks where its cause is, and after it nothing is known: %s', (_, change, found, expected, broken) => {
    const result = pathOf(facts(change), found)
    expect(result.hops.map(({ state }) => state)).toEqual(expected)
    expect(result.broken).toBe(broken)
  })

  it('does not break where some tunnels are down beside others', () => {
    const two = facts({ targets: [target(), target({ router_name: 'HQ-0002', state: 'down' })] })
    expect(states(two, finding('degraded', 'tunnel_down'))).toEqual(['up', 'up', 'degraded', 'degraded'])
    expect(hop('targets', two, finding('degraded', 'tunnel_down')).targets?.map(({ state }) => state)).toEqual(['up', 'down'])
  })

  it('says nothing of tunnels and networks behind the break', () => {
    const path = pathOf(facts(lost), finding('down', 'connection_lost'))
    expect(path.hops[2]!.targets).toMatchObject([{ name: '上海总部机房', state: 'unknown', since: null }])
    expect(path.hops[3]).toMatchObject({ networks: [{ state: 'unknown' }], facts: [{ fact: 'reconnects' }] })
    expect(path.hops[0]!.facts).toEqual([{ fact: 'connected_before', seconds: 86_400 - 60 }])
    expect(path.hops[1]).toMatchObject({ since: NOW - 60, facts: [{ fact: 'last_heard' }, { fact: 'uplink' }, { fact: 'address' }] })
  })

  it('of a center leads to its branches', () => {
    const center = facts({
      networks: [{ network_number: '1000000001', network_name: '总部—门店', member_type: 'center', prefixes: 0 }],
      targets: [],
      branches: { up: 2, total: 3 },
    })
    expect(states(center, finding('up', 'online'))).toEqual(['up', 'up', 'up', 'up'])
    expect(hop('targets', center, finding('up', 'online')).facts).toEqual([{ fact: 'branches', up: 2, total: 3 }])
    const alone = { ...center, online: 0 as const, branches: { up: 0, total: 0 } }
    expect(pathOf(alone, finding('up', 'no_branch', null))).toMatchObject({ broken: null })
  })

  it('of a standard client, which has tunnels alone, is known', () => {
    expect(states(facts({ router_type: 2, online_status: 0 }), finding('up', 'online'))).toEqual(['up', 'up', 'up', 'up'])
  })
})

const network = (change: Partial<DiallingNetwork> = {}): DiallingNetwork => ({
  network_number: '1000000001',
  network_name: '总部—门店',
  member_type: 'point',
  state: 'up',
  cause: null,
  prefixes: 1,
  routing: { type: 2, main_router: 'HQ-0001', secondary_router: 'HQ-0002' },
  mode: 1,
  ov_main: null,
  pops: 1,
  prefix: [
    { ip: '192.168.20.0', mask: 24, permission: 'permit' },
    { ip: '192.168.21.0', mask: 24, permission: 'deny' },
  ],
  targets: (['HQ-0001', 'HQ-0002'] as const).map((router_name, at) => ({
    network_number: '1000000001',
    kind: 'center',
    router_name,
    ov_id: null,
    name: router_name,
    enable: 1,
    vpn_online: at === 0 ? 0 : 1,
    up_since: at === 0 ? null : NOW - 50,
    down_since: at === 0 ? NOW - 40 : null,
    vpn_ip: null,
    away: false,
    heard: null,
  })),
  ...change,
})

it('the targets of a member carry their role, their state and since when', () => {
  expect(judgeTargets([network()], 'degraded', 1)).toMatchObject([
    { role: 'main', state: 'down', since: NOW - 40 },
    { role: 'backup', state: 'takeover', since: NOW - 50 },
  ])
  expect(judgeTargets([network()], 'up', 0).map(({ state }) => state)).toEqual(['disabled', 'disabled'])
})

it('local networks come from rules and from the device, each once, and denied ones not at all', () => {
  const port = (name: string, ipv4: string) => ({
    interface: name,
    interface_uuid: name,
    protocol: 'static' as const,
    ip: null,
    ipv4,
    ipv4_subnet_mask: '255.255.255.0',
    mtu: null,
  })
  expect(lansOf([network()], [port('br-lan', '192.168.20.1'), port('lan2', '192.168.30.1'), port('wan', '203.0.113.7')])).toEqual([
    { ip: '192.168.20.0', mask: 24, source: 'prefix', network_number: '1000000001' },
    { ip: '192.168.30.0', mask: 24, source: 'reported', network_number: null },
  ])
})

describe('the evidence', () => {
  const known: EvidenceFacts = {
    heard: NOW,
    links_down: [NOW + 2, NOW + 1, NOW + 1, NOW - 86_400],
    control_lost: NOW + 50,
    connected: { time: NOW - 5, address: '198.51.100.4' },
    centers_lost: [{ name: '上海总部', time: NOW - 3 }],
    session: { start: NOW - 3600, end: NOW },
    alert: { time: NOW + 90, channels: ['portal', 'dingtalk'] },
  }
  const kinds = (...asked: Parameters<typeof evidenceOf>) => evidenceOf(...asked).map(({ what, time }) => [what, time - NOW])

  it('of a lost device: the last heartbeat, the links that went down with it, the alert', () => {
    expect(kinds('connection_lost', NOW, known)).toEqual([
      ['last_heard', 0],
      ['links_down', 1],
      ['control_lost', 50],
      ['alerted', 90],
    ])
    expect(evidenceOf('connection_lost', NOW, known)[1]).toMatchObject({ count: 3, together: true })
    const slowly = evidenceOf('connection_lost', NOW, { ...known, links_down: [NOW, NOW + 60] })
    expect(slowly).toContainEqual({ time: NOW, what: 'links_down', count: 2, together: false })
  })
  it('of a lost hub: when each hub was heard last', () => {
    expect(kinds('center_down', NOW, known)[0]).toEqual(['center_lost', -3])
  })
  it('of a new address: the address', () => {
    expect(evidenceOf('address_changed', NOW, known)[0]).toMatchObject({ what: 'address_changed', address: '198.51.100.4' })
  })
  it('of a client that signed out: its last session', () => {
    expect(kinds('signed_out', NOW, known)).toEqual([
      ['signed_in', -3600],
      ['signed_out', 0],
    ])
  })
  it('is nothing where nothing is known', () => {
    expect(evidenceOf('connection_lost', null, known)).toEqual([])
    expect(evidenceOf('tunnel_down', NOW, { ...known, links_down: [], alert: null })).toEqual([])
    expect(evidenceOf('disabled', NOW, known)).toEqual([])
  })
})

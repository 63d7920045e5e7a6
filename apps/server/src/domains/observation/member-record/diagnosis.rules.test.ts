import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diagnose, type DiagnosedNetwork, type DiagnosisFacts } from './diagnosis.rules.ts'

const center = { router_name: 'HUB1', note: '总部', enable: 1, up: true, report_time: 900 } as const
const branch: DiagnosedNetwork = { network_number: '1000000000', member_type: 'point', centers: [center] }
const down: DiagnosedNetwork = { ...branch, centers: [{ ...center, up: false }] }

/** Signed in, in one network, and without a tunnel. */
const signedIn: DiagnosisFacts = {
  router_type: 1,
  status: 1,
  online: 0,
  online_status: 1,
  network_usable: 1,
  config_error: null,
  connect_time: 1000,
  report_time: 1500,
  networks: [branch],
  hidden: false,
  connections: [{ address: '203.0.113.1', time: 1000 }],
  login: null,
  session: null,
}
const causeOf = (facts: Partial<DiagnosisFacts>) => diagnose({ ...signedIn, ...facts }).cause
const app = { router_type: 2, online_status: 0 } as const

describe('the gravest cause is told first', () => {
  // Each line takes one more trouble away.
  const troubles: [string, Partial<DiagnosisFacts>][] = [
    ['disabled', { status: 0 }],
    ['service_lapsed', { network_usable: 0 }],
    ['connection_lost', { online_status: 0 }],
    ['config_failed', { config_error: 'failed: no route' }],
    ['center_down', { networks: [down] }],
    [
      'address_changed',
      {
        connections: [
          { address: '203.0.113.2', time: 1000 },
          { address: '203.0.113.1', time: 500 },
        ],
        session: { address: '203.0.113.1:1', start_time: 500, end_time: 1003 },
      },
    ],
    ['tunnel_down', {}],
  ]
  it.each(troubles)('%s', (cause) => {
    const from = troubles.findIndex(([name]) => name === cause)
    expect(causeOf(Object.assign({}, ...troubles.slice(from).map(([, facts]) => facts)))).toBe(cause)
  })
})

describe('a device that is not signed in', () => {
  it('never reached the platform, or lost it, with when and where from', () => {
    expect(causeOf({ online_status: 0, connect_time: null, report_time: null })).toBe('never_activated')
    expect(diagnose({ ...signedIn, online_status: 0 })).toMatchObject({
      cause: 'connection_lost',
      since: 1500,
      params: { address: '203.0.113.1' },
    })
  })
  it('whose log is no longer kept is lost from an address that nobody knows', () => {
    expect(diagnose({ ...signedIn, online_status: 0, connections: [] })).toMatchObject({ since: 1500, params: { address: null } })
  })
  it('is called lost even while its tunnels stand', () => {
    expect(causeOf({ online_status: 0, online: 1 })).toBe('connection_lost')
  })
})

describe('a software member that is not signed in', () => {
  const never = { ...app, connect_time: null, report_time: null, connections: [] }
  it('never signed in, or was last seen wherever it was seen last', () => {
    expect(causeOf(never)).toBe('never_signed_in')
    const login = { address: '198.51.100.1', time: 2000 }
    expect(diagnose({ ...signedIn, ...never, login })).toMatchObject({
      cause: 'signed_out',
      since: 2000,
      params: { address: '198.51.100.1' },
    })
    expect(diagnose({ ...signedIn, ...app, login: { ...login, time: 900 } })).toMatchObject({
      since: 1500,
      params: { address: '203.0.113.1' },
    })
  })
  it('with a standard client is known by its tunnels alone', () => {
    expect(causeOf({ ...never, online: 1 })).toBe('online')
    const session = { address: '192.0.2.1:9', start_time: 100, end_time: 300 }
    expect(diagnose({ ...signedIn, ...never, session })).toMatchObject({
      cause: 'signed_out',
      since: 300,
      params: { address: '192.0.2.1:9' },
    })
  })
})

describe('a configuration that failed', () => {
  it('is told in the device’s own words, on one line and not without end', () => {
    const error = (config_error: string) => diagnose({ ...signedIn, config_error }).params.error as string
    expect(error('rolled_back: bgpd:\n  line 3\t broke\u0007')).toBe('bgpd: line 3 broke')
    expect([...error(`failed: ${'长'.repeat(400)}`)]).toHaveLength(201)
  })
  it('may be that of a hidden network, so its words are kept from those who may not see it', () => {
    expect(diagnose({ ...signedIn, config_error: 'secret', hidden: true })).toMatchObject({
      cause: 'config_failed',
      params: { error: null },
    })
    expect(causeOf({ config_error: 'secret', hidden: true, networks: [] })).toBe('no_network')
  })
})

describe('a member without tunnels', () => {
  it('in no network has nothing to connect to', () => {
    expect(causeOf({ networks: [] })).toBe('no_network')
  })
  it('whose network has no hub, or none that it may dial, is told so', () => {
    const of = (centers: DiagnosedNetwork['centers']) => diagnose({ ...signedIn, networks: [{ ...branch, centers }] })
    expect(of([])).toMatchObject({ cause: 'no_center', network_number: branch.network_number })
    expect(of([{ ...center, enable: 0 }]).cause).toBe('no_center')
  })
  it('waits for its hubs only where all of a network are down', () => {
    const second = { ...center, router_name: 'HUB2', note: '', up: false, report_time: 950 }
    const first = { ...center, up: false }
    expect(causeOf({ networks: [{ ...branch, centers: [center, second] }] })).toBe('tunnel_down')
    expect(diagnose({ ...signedIn, networks: [{ ...branch, centers: [first, second] }] })).toMatchObject({
      cause: 'center_down',
      since: 950,
      params: { center: ['总部', 'HUB2'] },
      network_number: branch.network_number,
    })
    expect(causeOf({ networks: [{ ...branch, centers: [first, { ...second, up: true, enable: 0 }] }] })).toBe('center_down')
  })
  it('that is a hub itself is never told that its hub is down', () => {
    const own: DiagnosedNetwork = { network_number: '1000000001', member_type: 'center', centers: [] }
    expect(causeOf({ networks: [own] })).toBe('no_branch')
    expect(causeOf({ networks: [own], online_status: 0 })).toBe('connection_lost')
  })
  it('whose address changed while its tunnels stood has another trouble', () => {
    const connections = [
      { address: '203.0.113.2', time: 1000 },
      { address: '203.0.113.1', time: 500 },
    ]
    const of = (start_time: number, end_time: number | null) => causeOf({ connections, session: { address: null, start_time, end_time } })
    expect(of(500, 1003)).toBe('address_changed')
    expect(of(500, 9000)).toBe('tunnel_down')
    expect(of(1001, 1003)).toBe('tunnel_down')
    expect(causeOf({ connections })).toBe('tunnel_down')
    expect(
      causeOf({
        connections: connections.map((one) => ({ ...one, address: 'same' })),
        session: { address: null, start_time: 500, end_time: 1000 },
      }),
    ).toBe('tunnel_down')
  })
})

it('tells every fact of a hidden network to nobody: what is told depends on what was handed in alone', () => {
  const flag = fc.constantFrom(0 as const, 1 as const)
  const facts = fc.record({
    status: flag,
    online: flag,
    online_status: flag,
    network_usable: flag,
    router_type: fc.constantFrom(1 as const, 2 as const),
  })
  fc.assert(
    fc.property(facts, (some) => {
      const result = diagnose({ ...signedIn, ...some, networks: [], hidden: true, config_error: 'secret of HUB9' })
      expect(JSON.stringify(result)).not.toContain('secret')
      expect(result.network_number).toBeNull()
    }),
  )
})

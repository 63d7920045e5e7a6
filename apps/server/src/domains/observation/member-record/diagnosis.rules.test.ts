import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diagnose, type DiagnosedNetwork, type DiagnosisFacts } from './diagnosis.rules.ts'

const center = { router_name: 'HUB1', note: '总部', enable: 1, up: true, report_time: 900 } as const
const branch: DiagnosedNetwork = { network_number: '1000000000', member_type: 'point', centers: [center], pops: 0 }
const down: DiagnosedNetwork = { ...branch, centers: [{ ...center, up: false }] }

/** A member that is signed in, in one network and without a tunnel. */
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

describe('diagnose', () => {
  // From the most serious on. Each test combines a cause with all that follow it.
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
  it.each(troubles)('reports %s before all less serious causes', (cause) => {
    const from = troubles.findIndex(([name]) => name === cause)
    expect(causeOf(Object.assign({}, ...troubles.slice(from).map(([, facts]) => facts)))).toBe(cause)
  })
})

describe('a member that dials POPs alone', () => {
  it('has a tunnel that is down, and no missing center', () => {
    const alone = { ...branch, centers: [] }
    expect(causeOf({ networks: [alone] })).toBe('no_center')
    expect(causeOf({ networks: [{ ...alone, pops: 1 }] })).toBe('tunnel_down')
  })
})

describe('a device that is not signed in', () => {
  it('is reported as never activated, or as lost with the time and address of its last connection', () => {
    expect(causeOf({ online_status: 0, connect_time: null, report_time: null })).toBe('never_activated')
    expect(diagnose({ ...signedIn, online_status: 0 })).toMatchObject({
      cause: 'connection_lost',
      since: 1500,
      params: { address: '203.0.113.1' },
    })
  })
  it('is reported as lost from an unknown address if its log is no longer kept', () => {
    expect(diagnose({ ...signedIn, online_status: 0, connections: [] })).toMatchObject({ since: 1500, params: { address: null } })
  })
  it('is reported as lost even while its tunnels are up', () => {
    expect(causeOf({ online_status: 0, online: 1 })).toBe('connection_lost')
  })
})

describe('a software member that is not signed in', () => {
  const never = { ...app, connect_time: null, report_time: null, connections: [] }
  it('is reported as never signed in, or with the time and address where it was last seen', () => {
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
  it('is judged by its tunnels alone if it uses a standard client', () => {
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
  it('is reported in the device’s own words, on one line of limited length', () => {
    const error = (config_error: string) => diagnose({ ...signedIn, config_error }).params.error as string
    expect(error('rolled_back: bgpd:\n  line 3\t broke\u0007')).toBe('bgpd: line 3 broke')
    expect([...error(`failed: ${'长'.repeat(400)}`)]).toHaveLength(201)
  })
  it('is reported without the device’s words if a hidden network may be the cause', () => {
    expect(diagnose({ ...signedIn, config_error: 'secret', hidden: true })).toMatchObject({
      cause: 'config_failed',
      params: { error: null },
    })
    expect(causeOf({ config_error: 'secret', hidden: true, networks: [] })).toBe('no_network')
  })
})

describe('a member without tunnels', () => {
  it('is reported as in no network if it is in none', () => {
    expect(causeOf({ networks: [] })).toBe('no_network')
  })
  it('is reported as without a center if its network has none that it may dial', () => {
    const of = (centers: DiagnosedNetwork['centers']) => diagnose({ ...signedIn, networks: [{ ...branch, centers }] })
    expect(of([])).toMatchObject({ cause: 'no_center', network_number: branch.network_number })
    expect(of([{ ...center, enable: 0 }]).cause).toBe('no_center')
  })
  it('is reported as waiting for its centers only if all centers of a network are down', () => {
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
  it('is never reported as waiting for a center if it is a center itself', () => {
    const own: DiagnosedNetwork = { network_number: '1000000001', member_type: 'center', centers: [], pops: 0 }
    expect(causeOf({ networks: [own] })).toBe('no_branch')
    expect(causeOf({ networks: [own], online_status: 0 })).toBe('connection_lost')
  })
  it('is reported with a changed address only if its tunnel ended soon after the change', () => {
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

it('diagnose reveals nothing of a hidden network', () => {
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

import type { DiagnosisCause, MemberCondition } from '@weft/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DiagnosedMember, diagnose, type MemberTraces } from './diagnosis.rules.ts'

type Network = DiagnosedMember['networks'][number]
const target: Network['targets'][number] = {
  network_number: '1000000000',
  kind: 'center',
  router_name: 'HUB1',
  ov_id: null,
  name: '总部',
  enable: 1,
  vpn_online: 0,
  up_since: null,
  down_since: null,
  vpn_ip: null,
  away: false,
  heard: 900,
}
const branch: Network = { network_number: '1000000000', member_type: 'point', state: 'up', cause: null, pops: 1, targets: [target] }
const member: DiagnosedMember = {
  state: 'up',
  cause: null,
  since: 1500,
  online: 0,
  network_usable: 1,
  connect_time: 1000,
  report_time: 1500,
  networks: [branch],
}
const traces: MemberTraces = {
  config_error: null,
  hidden: false,
  connections: [
    { address: '203.0.113.2', time: 1000 },
    { address: '203.0.113.1', time: 500 },
  ],
  login: null,
  session: null,
}
const said = (change: Partial<DiagnosedMember>, found: Partial<MemberTraces> = {}) =>
  diagnose({ ...member, ...change }, { ...traces, ...found })
const lost = { state: 'down', since: 1400, networks: [{ ...branch, state: 'down', cause: 'center_down' }] } as const

describe('a diagnosis', () => {
  it('has the stored cause of a member with its time, whatever else is known', () => {
    for (const cause of ['connection_lost', 'address_changed', 'tunnel_down', 'config_failed', 'center_down'] satisfies DiagnosisCause[])
      for (const online of [0, 1] as const)
        expect(said({ ...lost, cause, online, network_usable: 0, networks: [] })).toMatchObject({ cause, since: 1400 })
  })

  it('has no time of what is no cause of the state', () => {
    expect(said({ networks: [] })).toMatchObject({ cause: 'no_network', since: null })
    expect(said({ network_usable: 0 })).toMatchObject({ cause: 'service_lapsed', since: null })
    expect(said({ networks: [{ ...branch, member_type: 'center' }] })).toMatchObject({ cause: 'no_branch', since: null })
    expect(said({})).toMatchObject({ cause: 'no_center', since: null, network_number: branch.network_number })
    expect(said({ online: 1 })).toMatchObject({ cause: 'online', since: 1500 })
    const pop = { ...target, kind: 'pop', router_name: null, ov_id: '7', name: '华东区' } as const
    const ended: Network = { ...branch, network_number: '2000000000', pops: 0, targets: [pop] }
    expect(said({ networks: [branch, ended] })).toMatchObject({
      cause: 'pop_lapsed',
      since: null,
      network_number: ended.network_number,
    })
    for (const other of [{ pops: 1 }, { targets: [{ ...pop, enable: 0 }] }, { targets: [target] }] satisfies Partial<Network>[])
      expect(said({ networks: [{ ...ended, ...other }] }).cause).toBe('no_center')
  })

  it('of a lost device names where it was last, if that is still on record', () => {
    const cause = 'connection_lost'
    expect(said({ ...lost, cause }).params).toEqual({ address: '203.0.113.2' })
    expect(said({ ...lost, cause }, { connections: [] }).params).toEqual({ address: null })
  })

  it('of a changed address names both', () => {
    expect(said({ ...lost, cause: 'address_changed' }).params).toEqual({ before: '203.0.113.1', address: '203.0.113.2' })
  })

  it('of a lost center names those that are away in the network that lost its tunnels with them', () => {
    const away = { ...target, away: true }
    const networks: Network[] = [
      { ...branch, network_number: '2000000000', state: 'down', cause: 'tunnel_down', targets: [{ ...away, name: '别的' }] },
      { ...branch, network_number: '3000000000', state: 'degraded', cause: 'center_down', targets: [{ ...away, name: '另一中心' }] },
      {
        ...branch,
        state: 'down',
        cause: 'center_down',
        targets: [away, { ...away, name: 'HUB2' }, { ...away, enable: 0, name: 'HUB3' }, target],
      },
    ]
    expect(said({ ...lost, cause: 'center_down', networks })).toMatchObject({
      params: { center: ['总部', 'HUB2'] },
      network_number: branch.network_number,
    })
  })
})

describe('a software member that is signed out', () => {
  const idle = { state: 'idle', since: null, connect_time: null, report_time: null } as const
  const login = { address: '198.51.100.1', time: 2000 }
  it('was never signed in, or was last seen at a time and an address', () => {
    expect(said(idle, { connections: [] })).toMatchObject({ cause: 'never_signed_in', since: null })
    expect(said(idle, { login })).toMatchObject({ cause: 'signed_out', since: 2000, params: { address: '198.51.100.1' } })
    expect(said({ state: 'idle' }, { login: { ...login, time: 900 } })).toMatchObject({ since: 1500, params: { address: '203.0.113.2' } })
    const session = { address: '192.0.2.1:9', start_time: 100, end_time: 300 }
    expect(said(idle, { session })).toMatchObject({ cause: 'signed_out', since: 300, params: { address: '192.0.2.1:9' } })
  })

  it('has the time and the address of one event, whichever was the last', () => {
    const session = { address: '192.0.2.1:9', start_time: 1800, end_time: 1900 }
    expect(said({ state: 'idle' }, { session })).toMatchObject({ since: 1900, params: { address: '192.0.2.1:9' } })
    expect(said({ state: 'idle' }, { session, login })).toMatchObject({ since: 2000, params: { address: '198.51.100.1' } })
  })

  it('has no time while a service has ended, since nobody knows when that began for it', () => {
    expect(said({ state: 'idle', network_usable: 0 })).toMatchObject({ cause: 'service_lapsed', since: null })
  })
})

describe('a configuration that failed', () => {
  const failed: MemberCondition = { state: 'failed', cause: 'config_failed', since: null }
  it('is reported in the device’s own words, on one line of limited length', () => {
    const error = (config_error: string) => said(failed, { config_error }).params.error as string
    expect(error('rolled_back: bgpd:\n  line 3\t broke\u0007')).toBe('bgpd: line 3 broke')
    expect([...error(`failed: ${'长'.repeat(400)}`)]).toHaveLength(201)
  })
  it('is reported without the device’s words if a hidden network may be the cause', () => {
    expect(said(failed, { config_error: 'secret', hidden: true }).params).toEqual({ error: null })
  })
})

it('reveals nothing of a hidden network', () => {
  const causes = fc.constantFrom<MemberCondition['cause']>(null, 'config_failed', 'connection_lost', 'disabled')
  const facts = fc.record({ cause: causes, online: fc.constantFrom(0, 1), network_usable: fc.constantFrom(0, 1) })
  fc.assert(
    fc.property(facts, (some) => {
      const result = said({ ...some, networks: [] }, { hidden: true, config_error: 'secret of HUB9' })
      expect(JSON.stringify(result)).not.toContain('secret')
      expect(result.network_number).toBeNull()
    }),
  )
})

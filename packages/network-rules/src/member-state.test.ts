import { type DiagnosisCause, memberStates } from '@weft/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  causeOf,
  conditionApart,
  conditionIn,
  conditionOver,
  type DialledTunnel,
  type MemberFacts,
  type MembershipFacts,
  type RestFacts,
  severityOf,
} from './member-state.ts'

/** A device that is signed in, and whose only tunnel is down. */
const device: MemberFacts = {
  router_type: 1,
  status: 1,
  online_status: 1,
  online: 0,
  network_usable: 1,
  refused: false,
  connect_time: 1000,
  report_time: 1500,
}
const app: MemberFacts = { ...device, router_type: 2, online_status: 0 }
const tunnel = (change: Partial<DialledTunnel> = {}): DialledTunnel => ({
  kind: 'center',
  center_router_name: 'HUB1',
  ov_id: null,
  enable: 1,
  vpn_online: 0,
  up_since: null,
  down_since: 900,
  center_away: false,
  ...change,
})
const up = tunnel({ vpn_online: 1, up_since: 1200, down_since: null })
const network = (links: readonly DialledTunnel[], change: Partial<MembershipFacts> = {}): MembershipFacts => ({
  routing: { type: 1, main_router: null, secondary_router: null },
  mode: 1,
  ov_main: null,
  pops: 1,
  links,
  ...change,
})
const judged = (member: Partial<MemberFacts>, links: readonly DialledTunnel[] = [tunnel()], change: Partial<MembershipFacts> = {}) => {
  const { state, cause, since } = conditionIn({ ...device, ...member }, network(links, change))
  return [state, cause, since]
}

describe('how a member is in a network', () => {
  // From the gravest on. Each test has a cause together with all that follow it.
  const troubles: [DiagnosisCause, Partial<MemberFacts>, Partial<MembershipFacts>][] = [
    ['disabled', { status: 0 }, {}],
    ['connection_lost', { online_status: 0 }, {}],
    ['config_failed', { refused: true }, {}],
    ['center_down', {}, { links: [tunnel({ center_away: true })] }],
    ['address_changed', {}, { moved: true }],
    ['tunnel_down', {}, {}],
  ]
  it.each(troubles)('is told by %s before all that is less grave', (cause) => {
    const from = troubles.findIndex(([name]) => name === cause)
    const [members, networks] = [1, 2].map((at) => Object.assign({}, ...troubles.slice(from).map((one) => one[at])) as object)
    expect(judged(members as Partial<MemberFacts>, [tunnel()], networks as Partial<MembershipFacts>)[1]).toBe(cause)
  })

  it.each<[string, unknown[], unknown[]]>([
    ['a disabled one', judged({ status: 0 }), ['disabled', 'disabled', null]],
    [
      'a device that never connected',
      judged({ online_status: 0, connect_time: null, report_time: null }),
      ['never', 'never_activated', null],
    ],
    ['a lost device, since it was heard', judged({ online_status: 0 }), ['down', 'connection_lost', 1500]],
    ['a lost device that never reported', judged({ online_status: 0, report_time: null }), ['down', 'connection_lost', 1000]],
    ['a lost device whose tunnels are up', judged({ online_status: 0, online: 1 }, [up]), ['down', 'connection_lost', 1500]],
    ['an app that is signed out', judged(app), ['idle', null, 1500]],
    ['a standard client, by its tunnels alone', judged({ ...app, online: 1 }, [up]), ['up', null, 1200]],
    ['one without any tunnel, since the last one fell', judged({}), ['down', 'tunnel_down', 900]],
    ['one with some', judged({ online: 1 }, [up, tunnel()]), ['degraded', 'tunnel_down', 900]],
    ['one that lost those to a lost center', judged({ online: 1 }, [up, tunnel({ center_away: true })]), ['degraded', 'center_down', 900]],
    ['one with a tunnel elsewhere', judged({ online: 1 }), ['degraded', 'tunnel_down', 900]],
    ['one that was refused its configuration', judged({ online: 1, refused: true }, [up]), ['failed', 'config_failed', null]],
    ['one that was refused it and has no tunnel', judged({ refused: true }), ['down', 'config_failed', 900]],
    ['one whose networks are stopped', judged({ network_usable: 0 }), ['up', null, 1000]],
    ['one whose only link is off', judged({}, [tunnel({ enable: 0 })]), ['up', null, 1000]],
    ['one with no link', judged({}, []), ['up', null, 1000]],
    ['one whose POPs have ended', judged({}, [tunnel({ kind: 'pop', ov_id: '1' })], { pops: 0 }), ['up', null, 1000]],
    ['one that dials POPs alone', judged({}, [tunnel({ kind: 'pop', ov_id: '1', center_away: true })]), ['down', 'tunnel_down', 900]],
  ])('%s', (_, is, expected) => {
    expect(is).toEqual(expected)
  })

  it('waits for its centers only if all that it may dial are away', () => {
    const away = tunnel({ center_away: true })
    const other = tunnel({ center_router_name: 'HUB2' })
    expect(judged({}, [away, other])[1]).toBe('tunnel_down')
    expect(judged({}, [away, { ...other, center_away: true }])[1]).toBe('center_down')
    expect(judged({}, [away, { ...other, enable: 0 }])[1]).toBe('center_down')
  })

  it('has lost no tunnel while its networks are stopped', () => {
    expect(conditionIn({ ...device, online_status: 0, network_usable: 0 }, network([tunnel()]))).toMatchObject({ lost: 0, lost_time: null })
  })
})

it('a member is what it is in the worst of its networks, and apart from them in none', () => {
  const member: MemberFacts = { ...device, online: 1 }
  const [well, ailing, behind] = [[up], [up, tunnel()], [up, tunnel({ center_away: true, down_since: 950 })]].map((links) =>
    conditionIn(member, network(links)),
  )
  expect(conditionOver(member, [well!, behind!])).toMatchObject({ state: 'degraded', cause: 'center_down', behind: true })
  expect(conditionOver(member, [behind!, ailing!, well!])).toMatchObject({
    cause: 'tunnel_down',
    since: 950,
    up: 3,
    lost: 2,
    behind: false,
  })
  expect(conditionOver(member, [])).toMatchObject(conditionApart(member))
  const bySeverity = memberStates.map((state) => severityOf({ state, cause: null }))
  expect(bySeverity).toEqual(bySeverity.toSorted((a, b) => a - b))
})

describe('what is said of a member', () => {
  const rest: RestFacts = { network_usable: 1, online: 0, parts: ['point'], pops_ended: false, signed_in: true }
  const said = (state: (typeof memberStates)[number], change: Partial<RestFacts> = {}) =>
    causeOf({ state, cause: null }, { ...rest, ...change })
  it('is why it has no tunnel although nothing is wrong with it', () => {
    expect(said('up', { online: 1 })).toBe('online')
    expect(said('up', { parts: [] })).toBe('no_network')
    expect(said('up', { parts: ['center'] })).toBe('no_branch')
    expect(said('up', { parts: ['center', 'point'] })).toBe('no_center')
    expect(said('up', { pops_ended: true })).toBe('pop_lapsed')
    expect(said('up', { pops_ended: true, online: 1 })).toBe('online')
    expect(said('idle', { pops_ended: true })).toBe('signed_out')
    expect(said('idle')).toBe('signed_out')
    expect(said('idle', { signed_in: false })).toBe('never_signed_in')
    for (const state of ['up', 'idle'] as const) expect(said(state, { network_usable: 0, online: 1 })).toBe('service_lapsed')
  })
  it('is the cause of its state wherever that has one', () => {
    const flag = fc.constantFrom(0 as const, 1 as const)
    const facts = fc.record({
      router_type: fc.constantFrom(1 as const, 2 as const),
      status: flag,
      online_status: flag,
      online: flag,
      network_usable: flag,
      refused: fc.boolean(),
      connect_time: fc.constantFrom(null, 1000),
      report_time: fc.constant(null),
    })
    const link = fc.record({ enable: flag, vpn_online: flag, center_away: fc.boolean() }).map(tunnel)
    fc.assert(
      fc.property(facts, fc.array(link, { maxLength: 3 }), fc.boolean(), (member, links, moved) => {
        const condition = conditionIn(member, network(links, { moved }))
        const needs = ['down', 'failed', 'degraded', 'never', 'disabled'].includes(condition.state)
        expect(condition.cause !== null).toBe(needs)
        const cause = causeOf(condition, { ...rest, network_usable: member.network_usable, online: member.online })
        expect(cause === condition.cause).toBe(needs)
      }),
    )
  })
})

import type { MemberChanges, NetworkLink, NetworkState } from '@weft/contract'
import { describe, expect, it } from 'vitest'
import { aChange, aLink, aMember, aNetwork } from '../../../../test/data.ts'
import { connections, liveNetwork, outdates, withChanges, withState } from './network-state.ts'

const NOW = 1_790_000_000
const link = (change: Partial<NetworkLink> = {}): NetworkLink => aLink(change)
const state = (change: Partial<NetworkState> = {}): NetworkState => ({
  time: NOW,
  network_status: 1,
  revision: 7,
  revision_state: 'applied',
  link: [],
  online: {},
  member: [],
  ...change,
})
const branch = aMember({ router_name: 'SH-0002', member_type: 'point' })

describe('members that changed', () => {
  const lost = { online: 0, online_status: 0, state: 'down', cause: 'connection_lost', since: NOW } as const
  const change = (router_name: string, link: MemberChanges['link'] = []): MemberChanges => ({
    member: [aChange({ router_name, ...lost })],
    link,
  })

  it('and the links that they dial are updated, and nothing of other networks', () => {
    const network = liveNetwork(aNetwork({ member: [aMember(), branch], link: [link()] }), NOW)
    const up = link({ vpn_online: 1, vpn_online_time: 60 })
    const elsewhere = { ...link({ center_router_name: 'HQ-0009' }), network_number: '9999999999' }
    const changes = change('SH-0002', [{ ...up, network_number: network.network_number }, elsewhere])
    const changed = withChanges(network, { ...changes, member: [...changes.member, aChange({ router_name: 'ELSEWHERE', ...lost })] }, NOW)
    expect(changed.member).toEqual([aMember(), { ...branch, ...lost }])
    expect(changed.member[0]).toBe(network.member[0])
    expect(changed.link).toEqual([{ ...up, up_since: NOW - 60 }])
  })

  it('lose the links that they no longer dial', () => {
    const network = liveNetwork(aNetwork({ member: [aMember(), branch], link: [link()] }), NOW)
    expect(withChanges(network, change('SH-0002'), NOW).link).toEqual([])
  })

  it('are called by their new name at both ends of their links', () => {
    const network = liveNetwork(aNetwork({ member: [aMember(), branch], link: [link()] }), NOW)
    const renamed = withChanges(network, { member: [aChange({ router_name: 'HQ-0001', note: '新总部' })], link: [] }, NOW)
    expect(renamed.member.map(({ note }) => note)).toContain('新总部')
    expect(renamed.link.map(({ center_router_name_note }) => center_router_name_note)).toEqual(['新总部'])
  })

  it('of other networks leave the network the same object', () => {
    const network = liveNetwork(aNetwork({ member: [branch], link: [link()] }), NOW)
    expect(withChanges(network, change('ELSEWHERE'), NOW)).toBe(network)
  })
})

describe('a newer state', () => {
  it('updates the members’ online states, the links and the network’s own state', () => {
    const network = liveNetwork(aNetwork({ member: [aMember(), { ...branch, online: 0 }], link: [link()] }), NOW)
    const status = state({
      network_status: 0,
      online: { 'SH-0002': 1, 'HQ-0001': 0 },
      link: [link({ vpn_online: 1, vpn_online_time: 60 })],
    })
    const now = withState(network, status, NOW + 5)
    expect(now.member.map((m) => m.online)).toEqual([0, 1])
    expect(now.link).toEqual([{ ...link({ vpn_online: 1, vpn_online_time: 60 }), up_since: NOW - 55 }])
    expect(now.network_status).toBe(0)
  })

  it('that names only changes keeps the objects of all other links and members', () => {
    const other = link({ center_router_name: 'HQ-0009', vpn_online: 1, vpn_online_time: 10 })
    const network = liveNetwork(aNetwork({ member: [aMember(), branch], link: [link(), other] }), NOW)
    const now = withState(network, state({ link: [link({ vpn_online: 1, vpn_online_time: 1 })], online: { 'HQ-0001': 0 } }), NOW + 10)
    expect(now.link).toHaveLength(2)
    expect(now.link[0]).not.toBe(network.link[0])
    expect(now.link[1]).toBe(network.link[1])
    expect(now.member[0]).not.toBe(network.member[0])
    expect(now.member[1]).toBe(network.member[1])
  })

  it('without news keeps the network’s object, even though the uptime of a link has grown', () => {
    const network = liveNetwork(aNetwork({ member: [branch], link: [link({ vpn_online: 1, vpn_online_time: 100 })] }), NOW)
    const status = state({ link: [link({ vpn_online: 1, vpn_online_time: 109 })], online: { 'SH-0002': 1 } })
    expect(withState(network, status, NOW + 10)).toBe(network)
    expect(withState(network, state(), NOW + 10)).toBe(network)
  })

  it('updates a link that went down and came up again in between', () => {
    const network = liveNetwork(aNetwork({ link: [link({ vpn_online: 1, vpn_online_time: 100 })] }), NOW)
    const now = withState(network, state({ link: [link({ vpn_online: 1, vpn_online_time: 2 })] }), NOW + 10)
    expect(now.link[0]!.up_since).toBe(NOW + 8)
  })
})

it('a full load keeps the objects of members and links that it does not change', () => {
  const before = liveNetwork(aNetwork({ member: [aMember(), branch], link: [link()] }), NOW)
  const after = liveNetwork(aNetwork({ revision: 8, member: [aMember({ quagga: 1 }), { ...branch }], link: [link()] }), NOW + 4, before)
  expect(after.revision).toBe(8)
  expect(after.member[0]).not.toBe(before.member[0])
  expect(after.member[1]).toBe(before.member[1])
  expect(after.link).toBe(before.link)
})

it('a full load is needed when the network changed, or while members are applying a change', () => {
  expect(outdates(aNetwork(), state())).toBe(false)
  expect(outdates(aNetwork(), state({ revision: 8 }))).toBe(true)
  expect(outdates(aNetwork(), state({ revision_state: 'failed' }))).toBe(true)
  expect(outdates(aNetwork({ revision_state: 'pending' }), state({ revision_state: 'pending' }))).toBe(true)
})

it('a member’s connection has the addresses of all its links, of those that are up first, the start of the oldest, and how many are up', () => {
  const links = [
    link(),
    link({ center_router_name: 'HQ-0009', vpn_online: 1, vpn_ip: '10.128.16.3', vpn_online_time: 60 }),
    link({ center_router_name: 'HQ-0008', enable: 0 }),
  ]
  const found = connections(liveNetwork(aNetwork({ link: links }), NOW).link)
  expect(found.get('SH-0002')).toMatchObject({ vpn_ips: ['10.128.16.3', '10.128.0.3'], up_since: NOW - 60, links: 2, up: 1 })
  expect(found.get('HQ-0009')).toMatchObject({ vpn_ips: [], links: 1, up: 1 })
})

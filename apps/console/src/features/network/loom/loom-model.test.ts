import type { LinkState, NetworkMember } from '@weft/contract'
import { expect, it } from 'vitest'
import { aLink, aMember, aNetwork, aPopResource } from '../../../../test/data.ts'
import { liveNetwork } from '../detail/network-state.ts'
import { addressOf, countAt, OWN, type Site, weave, worstColumn } from './loom-model.ts'

const NOW = 1_790_000_000
const center = (router_name: string, change: Partial<NetworkMember> = {}) => aMember({ router_name, note: router_name, ...change })
const branch = (router_name: string, change: Partial<NetworkMember> = {}) =>
  aMember({ router_name, note: '', member_type: 'point', ...change })
const to = (router_name: string, center_router_name: string, state: LinkState, change = {}) =>
  aLink({ router_name, center_router_name, state, ...change })
const woven = (change: Parameters<typeof aNetwork>[0]) => weave(liveNetwork(aNetwork(change), NOW))
/** Returns what is at each crossing of a site, in a word. */
const words = ({ crossings }: Site) => crossings.map((one) => (one === null || one === OWN ? one : one.state))

it('threads are the centers, the main one first, then the POPs; rows are the members', () => {
  const { threads, sites } = woven({
    network_fr: aPopResource(),
    member: [center('备机房', { routing: 0 }), center('主机房', { routing: 1 }), branch('B1'), branch('u@1', { router_type: 2 })],
    link: [
      to('B1', '主机房', 'up'),
      to('B1', '备机房', 'standby'),
      to('B1', '7', 'standby', { kind: 'pop' }),
      to('u@1', '8', 'up', { kind: 'pop' }),
    ],
  })
  expect(threads.map(({ kind, name, role }) => [kind, name, role])).toEqual([
    ['center', '主机房', 'main'],
    ['center', '备机房', 'backup'],
    ['pop', '上海一区', null],
    ['pop', '广州二区', null],
  ])
  expect(sites.map(({ id, kind }) => [id, kind])).toEqual([
    ['备机房', 'center'],
    ['主机房', 'center'],
    ['B1', 'branch'],
    ['u@1', 'software'],
  ])
  expect(sites.map(words)).toEqual([
    [null, OWN, null, null],
    [OWN, null, null, null],
    ['up', 'standby', 'standby', null],
    [null, null, null, 'up'],
  ])
})

it('a thread carries the state of its own center, whatever its branches are', () => {
  const member = [center('C1'), center('C2', { state: 'down' }), branch('B1', { state: 'down' })]
  const { threads } = woven({ member, link: [to('B1', 'C1', 'down'), to('B1', 'C2', 'down')] })
  expect(threads.map(({ state }) => state)).toEqual(['up', 'down'])
})

it('the link between two centers is a knot of the row that dials, and the bar between their heads', () => {
  const { sites, twin } = woven({ member: [center('C1'), center('C2')], link: [to('C1', 'C2', 'up', { kind: 'twin' })] })
  expect(sites.map(words)).toEqual([
    [OWN, 'up'],
    [null, OWN],
  ])
  expect(twin).toBe('up')
})

it('without centers the threads are the members that can be dialled, those with most links first', () => {
  const port = { protocol: 'udp', port: 500, address: '1.2.3.4' } as unknown as NetworkMember['fixed_port']
  const member = [branch('B1'), branch('B2'), branch('B3'), branch('B4', { fixed_port: port })]
  const link = [to('B1', 'B2', 'up'), to('B3', 'B2', 'up'), to('B1', 'B3', 'down')].map((one) => ({ ...one, kind: 'p2p' as const }))
  const { threads, sites } = woven({ member, link })
  expect(threads.map(({ id, kind }) => [id, kind])).toEqual([
    ['B2', 'member'],
    ['B3', 'member'],
    ['B4', 'member'],
  ])
  expect(words(sites[0]!)).toEqual(['up', 'down', null])
})

it('links that were never connected or are turned off are not expected', () => {
  const states: LinkState[] = ['up', 'standby', 'takeover', 'degraded', 'down', 'never', 'disabled']
  const { sites } = woven({
    member: [center('C1'), ...states.map((state) => branch(state))],
    link: states.map((state) => to(state, 'C1', state)),
  })
  expect(countAt(sites, 0)).toEqual({ up: 3, expected: 5 })
})

it('a newer network keeps the sites that did not change', () => {
  const member = [center('C1'), branch('B1'), branch('B2')]
  const first = liveNetwork(aNetwork({ member, link: [to('B1', 'C1', 'up'), to('B2', 'C1', 'up')] }), NOW)
  const second = liveNetwork(aNetwork({ member, link: [to('B1', 'C1', 'up'), to('B2', 'C1', 'down')] }), NOW, first)
  const before = weave(first)
  const after = weave(second, before)
  expect(after.sites.map((site, at) => site === before.sites[at])).toEqual([true, true, false])
})

it('a site’s worst link and its address are found', () => {
  const { sites } = woven({
    member: [center('C1'), center('C2'), branch('B1'), branch('B2')],
    link: [
      to('B1', 'C1', 'down', { vpn_ip: '10.128.0.3', vpn_online: 0 }),
      to('B1', 'C2', 'up', { vpn_ip: '10.128.0.4', vpn_online: 1 }),
      to('B2', 'C1', 'up', { vpn_ip: null }),
    ],
  })
  expect(sites.map(worstColumn)).toEqual([undefined, undefined, 0, undefined])
  expect(sites.map(addressOf)).toEqual([null, null, '10.128.0.4', null])
})

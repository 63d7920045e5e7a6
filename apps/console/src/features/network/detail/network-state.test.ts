import type { NetworkLink, NetworkState } from '@weft/contract'
import { expect, it } from 'vitest'
import { aMember, aNetwork } from '../../../../test/data.ts'
import { outdates, vpnAddresses, withState } from './network-state.ts'

const link = (change: Partial<NetworkLink> = {}): NetworkLink => ({
  router_name: 'SH-0002',
  router_name_note: '',
  center_router_name: 'HQ-0001',
  center_router_name_note: '',
  kind: 'center',
  enable: 1,
  vpn_online: 0,
  vpn_ip: '10.128.0.3',
  vpn_online_time: null,
  ...change,
})
const state = (change: Partial<NetworkState> = {}): NetworkState => ({
  time: 1_790_000_000,
  network_status: 1,
  revision: 7,
  revision_state: 'applied',
  link: [],
  online: {},
  ...change,
})

it('lays who is online, the links and the network’s state over what was read', () => {
  const network = aNetwork({ member: [aMember(), aMember({ router_name: 'SH-0002', online: 0 })] })
  const now = withState(network, state({ network_status: 0, online: { 'SH-0002': 1, 'HQ-0001': 0 }, link: [link({ vpn_online: 1 })] }))
  expect(now.member.map((m) => m.online)).toEqual([0, 1])
  expect(now.link).toEqual([link({ vpn_online: 1 })])
  expect(now.network_status).toBe(0)
})

it('keeps what is known of a member that the state does not name', () => {
  expect(withState(aNetwork({ member: [aMember()] }), state()).member).toEqual([aMember()])
})

it('asks for everything again when the network changed or while members take over a change', () => {
  expect(outdates(aNetwork(), state())).toBe(false)
  expect(outdates(aNetwork(), state({ revision: 8 }))).toBe(true)
  expect(outdates(aNetwork(), state({ revision_state: 'failed' }))).toBe(true)
  expect(outdates(aNetwork({ revision_state: 'pending' }), state({ revision_state: 'pending' }))).toBe(true)
})

it('names a member by the address of the link that is up', () => {
  const links = [link(), link({ center_router_name: 'HQ-0009', vpn_online: 1, vpn_ip: '10.128.16.3' })]
  expect(vpnAddresses(aNetwork({ link: links })).get('SH-0002')).toBe('10.128.16.3')
})

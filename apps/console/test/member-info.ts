import type { MemberInfo } from '@weft/contract'
import { noPast } from './data.ts'

const wan = (name: string): MemberInfo['interfaces'][number] => ({
  interface: name,
  interface_uuid: name,
  protocol: 'pppoe',
  ip: '100.64.0.9',
  ipv4: '203.0.113.7',
  ipv4_subnet_mask: '255.255.255.0',
  mtu: 1492,
})
/** Returns a device that is up. */
export const aDevice = (change: Partial<MemberInfo> = {}): MemberInfo => ({
  router_name: 'SH-0002',
  note: '上海门店',
  province: '',
  city: '',
  tags: [],
  region_guess: null,
  router_type: 1,
  status: 1,
  phone: null,
  area_code: null,
  router_model: 'WR-210',
  router_ipv4: '203.0.113.7',
  router_mac: '02:57:46:21:00:00',
  version: null,
  os: null,
  state: 'up',
  cause: null,
  since: null,
  ...noPast,
  online: 1,
  online_status: 1,
  report_time: 1_790_000_000,
  revision_state: 'applied',
  network: [{ network_number: '1000000001', network_name: '华东生产办公网络', network_member_count: 12 }],
  interfaces: [wan('wan0'), wan('wan1')],
  ...change,
})

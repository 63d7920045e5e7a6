import type { AgentMessage, NetworkInterface } from '@weft/contract'

export type Hello = Extract<AgentMessage, { type: 'hello' }>

export const portOf = (name: string): NetworkInterface => ({
  interface: name,
  interface_uuid: `uuid-${name}`,
  protocol: 'dhcp',
  ip: null,
  ipv4: null,
  ipv4_subnet_mask: null,
  mtu: 1500,
})

export const helloOf = (router_name: string, more: Partial<Hello> = {}): Hello => ({
  type: 'hello',
  router_name,
  agent_version: '9.9.9',
  capabilities: 1,
  boot_id: 'boot',
  applied: null,
  pending: null,
  recent_ops: [],
  device: { os: 'WeftOS', version: '3.2.1' },
  interfaces: [portOf('wan')],
  ...more,
})

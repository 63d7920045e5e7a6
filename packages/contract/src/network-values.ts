import { z } from 'zod'

export { NETWORK_NUMBER, ROUTER_NAME } from './fields/schemas.ts'

// The values shared by network settings and members' documents. Devices load this file, which has no calls of the console.

/** Dial mode: 1 center preferred, 2 center first, 3 POP first. */
export const DialMode = z.literal([1, 2, 3], 'dialMode')
export const NcpCiphers = z.enum(['default', 'sm'])

/**
 * The options of a network: its settings of one value each. Each is stored in the column of its name, and is part of `network/info`
 * and of every revision.
 */
export const NetworkOptions = z.object({ mode: DialMode, ncp_ciphers: NcpCiphers })
export type NetworkOptions = z.output<typeof NetworkOptions>
export const networkOptionNames = Object.keys(NetworkOptions.shape) as (keyof NetworkOptions)[]
/** The options of a new network. */
export const newNetworkOptions: NetworkOptions = { mode: 1, ncp_ciphers: 'default' }

/** A member's default route: 0 off, 1 it advertises one, 2 it receives one. */
export const DefaultRoute = z.union([z.literal(0), z.literal(1), z.literal(2)])
export type DefaultRoute = z.output<typeof DefaultRoute>
/** Metrics of an advertised default route, in the order of the priorities 1–5 (docs/design/domain.md §3). */
export const METRICS = [30, 60, 90, 120, 150] as const
export const Metric = z.literal(METRICS)
export type Metric = z.output<typeof Metric>
/** The permission of one prefix rule. */
export const PrefixPermission = z.enum(['permit', 'deny'])

/** The part that a member plays in a network. */
export const MemberType = z.enum(['center', 'point'])
export type MemberType = z.output<typeof MemberType>

/** The address and port of a service and how it is dialled; all null: the center's own address and a port that it chooses. */
export const ServicePort = z.object({
  public_ip: z.string().nullable(),
  public_port: z.number().int().nullable(),
  static_port: z.number().int().nullable(),
})
export type ServicePort = z.output<typeof ServicePort>

/** 1 dual-primary, 2 primary-backup. */
export const RoutingType = z.union([z.literal(1), z.literal(2)])
export type RoutingType = z.output<typeof RoutingType>

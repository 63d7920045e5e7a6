import { z } from 'zod'

/** The subprotocol of the agents' WebSocket and the capability versions spoken over it (data-plane.md §4). */
export const AGENT_SUBPROTOCOL = 'weft.agent.v1'

/**
 * What each capability version added. An agent names the one it speaks in `hello`; the controller speaks the lower of the two.
 * 1: hello, welcome, configuration with acknowledgement and confirmation, operations, durable events, telemetry.
 */
export const CAPABILITY_VERSION = 1

/** Seconds between heartbeats, without one for how many the controller lets go, and reconnect bounds. */
export const HEARTBEAT_SECONDS = 20
export const HEARTBEAT_MISSED_SECONDS = 50
export const RECONNECT_MIN_SECONDS = 1
export const RECONNECT_MAX_SECONDS = 60
/** The largest frame either side accepts, in bytes; documents of very large networks included. */
export const MAX_FRAME_BYTES = 4 * 1024 * 1024
/** Operations whose results `hello` settles. */
export const RECENT_OPS = 32

/** Why the controller closed a connection. */
export const closeCodes = { replaced: 4001, forbidden: 4003, protocol: 4004, slow_down: 4008, going_away: 1001 } as const

const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const Revision = z.number().int().min(0)
export const AppliedConfig = z.object({ revision: Revision, hash: Hash })
export type AppliedConfig = z.output<typeof AppliedConfig>

export const opKinds = ['kill_user', 'resend_config', 'respawn', 'drain', 'diagnose'] as const
const OpResult = z.object({
  op_id: z.string().max(64),
  ok: z.boolean(),
  error: z.string().max(500).nullable(),
  data: z.unknown().optional(),
})

export const NetworkInterface = z.object({
  interface: z.string().max(32),
  interface_uuid: z.string().max(64),
  protocol: z.enum(['static', 'dhcp', 'pppoe']),
  ip: z.string().max(64).nullable(),
  ipv4: z.string().max(64).nullable(),
  ipv4_subnet_mask: z.string().max(32).nullable(),
  mtu: z.number().int().nullable(),
})
export type NetworkInterface = z.output<typeof NetworkInterface>

export const AgentEvent = z.object({
  /** Grows by one per event and survives a restart of the agent. */
  seq: z.number().int().min(1),
  type: z.enum(['link_up', 'link_down', 'client_up', 'client_down']),
  network_number: z.string().max(10),
  /** The other end of the tunnel. */
  who: z.string().max(64),
  vpn_ip: z.string().max(64).nullable(),
  address: z.string().max(64).nullable(),
  since: z.number().int(),
})
export type AgentEvent = z.output<typeof AgentEvent>

/** One interface's bytes within one minute; `time` is the minute's start. */
export const TrafficMinute = z.object({
  interface: z.string().max(32),
  time: z.number().int(),
  down: z.number().int().min(0),
  upload: z.number().int().min(0),
})
export type TrafficMinute = z.output<typeof TrafficMinute>

/** What an agent may say. */
export const AgentMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    router_name: z.string().max(64),
    agent_version: z.string().max(64),
    capabilities: z.number().int().min(1),
    boot_id: z.string().max(64),
    applied: AppliedConfig.nullable(),
    recent_ops: z.array(OpResult).max(RECENT_OPS),
    device: z.object({
      model: z.string().max(64).optional(),
      mac: z.string().max(32).optional(),
      os: z.string().max(32).optional(),
      version: z.string().max(64).optional(),
      sys_brand: z.string().max(64).optional(),
      sys_model: z.string().max(64).optional(),
      sys_version: z.string().max(64).optional(),
    }),
    interfaces: z.array(NetworkInterface).max(64),
  }),
  z.object({ type: z.literal('heartbeat') }),
  z.object({
    type: z.literal('config.ack'),
    revision: Revision,
    phase: z.enum(['received', 'validated', 'applied', 'confirmed', 'failed', 'rolled_back']),
    hash: Hash,
    errors: z.array(z.string().max(500)).max(20),
    actions: z.array(z.string().max(200)).max(100),
  }),
  OpResult.extend({ type: z.literal('op.result') }),
  z.object({ type: z.literal('event'), events: z.array(AgentEvent).min(1).max(500) }),
  z.object({ type: z.literal('telemetry'), minutes: z.array(TrafficMinute).min(1).max(1500) }),
])
export type AgentMessage = z.output<typeof AgentMessage>

/** What the controller may say. */
export const ControllerMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('welcome'),
    session_id: z.string(),
    capabilities: z.number().int(),
    desired: AppliedConfig.nullable(),
    heartbeat: z.number().int(),
  }),
  z.object({ type: z.literal('heartbeat') }),
  z.object({
    type: z.literal('config.offer'),
    revision: Revision,
    hash: Hash,
    impact: z.enum(['live', 'bounce', 'restart']),
    confirm_seconds: z.number().int(),
    document: z.unknown(),
  }),
  z.object({ type: z.literal('config.confirm'), revision: Revision }),
  z.object({ type: z.literal('op'), op_id: z.string(), kind: z.enum(opKinds), expires_at: z.number().int(), data: z.unknown().optional() }),
  z.object({ type: z.literal('event.ack'), seq: z.number().int() }),
])
export type ControllerMessage = z.output<typeof ControllerMessage>

import { DAY_SECONDS } from '../day.ts'
import { z } from 'zod'
import { ldapAgentMessages, ldapControllerMessages } from './ldap.ts'
import { numberOf, wholeOf } from './numbers.ts'
import { trustControllerMessages, TrustHeld } from './trust.ts'

export * from './ldap.ts'
export * from './numbers.ts'
export * from './trust.ts'

/** The subprotocol of the agents' WebSocket, which carries the capability versions below (docs/design/data-plane.md §4). */
export const AGENT_SUBPROTOCOL = 'weft.agent.v1'
/** The path of the WebSocket on the agents' listener. */
export const AGENT_CONNECT_PATH = '/agent/v1/connect'

/**
 * What each capability version added. An agent names its version in `hello`; the controller uses the lower of the agent's and its own.
 * 1: hello, welcome, configuration with acknowledgement and confirmation, operations, durable events, telemetry.
 * 2: the device's clock with telemetry; watch, unwatch and samples; a list of interfaces that changed.
 * 3: questions to a directory in the device's network (`ldap` and its replies); trust: certificates and logins outside the document.
 * 4: trust names revoked certificates.
 * 5: trust names the ticket with which a software member's device signs in at the services of a network.
 * 6: the controller asks for a renewal of the device's credential (`credential.renew`).
 * 7: the bytes of tunnels that are up (`tunnels`), so that a session has its bytes before it ends.
 * 8: the quality of tunnels (`quality`).
 */
export const CAPABILITY_VERSION = 8

/** Seconds between heartbeats, seconds without one before the controller closes the connection, and bounds of the reconnect delay. */
export const HEARTBEAT_SECONDS = 20
export const HEARTBEAT_MISSED_SECONDS = 50
export const RECONNECT_MIN_SECONDS = 1
export const RECONNECT_MAX_SECONDS = 60
/** The form of a credential, whether a device or the server made it: 256 random bits. */
export const DEVICE_CREDENTIAL = /^[\w-]{43}$/
/** Seconds after which a credential is renewed, and seconds unused after which it is no longer accepted. */
export const CREDENTIAL_RENEW_SECONDS = 30 * DAY_SECONDS
export const CREDENTIAL_LAPSE_SECONDS = 400 * DAY_SECONDS
/** Seconds that a configuration waits for `config.confirm` before the agent goes back to the previous one. */
export const CONFIRM_SECONDS = 60
/** The most events in one message, and the most minutes. */
export const MAX_EVENTS = 500
export const MAX_MINUTES = 1500
/** Seconds between reports of the bytes of tunnels that are up, and the most tunnels in one message. */
export const TUNNELS_SECONDS = 60
export const MAX_TUNNELS = 500
/** The most minutes of the quality of tunnels in one message. */
export const MAX_QUALITY = 500
/** The most interfaces of a device, and so the most samples in one message. */
export const MAX_INTERFACES = 64
/** Seconds between the samples of a member that is watched. */
export const SAMPLE_SECONDS = 1
/** The largest frame that an agent accepts, in bytes; documents of very large networks fit in it. */
export const MAX_FRAME_BYTES = 4 * 1024 * 1024
/** The largest frame that the controller accepts: twice a full message of ordinary texts. */
export const MAX_AGENT_FRAME_BYTES = 256 * 1024
/** The largest while the device has a question to a directory: a page of users may hold 500 long names of three bytes a character. */
export const MAX_PAGE_FRAME_BYTES = 1024 * 1024
/** The number of operations whose results `hello` reports. */
export const RECENT_OPS = 32

/** The codes with which the controller closes a connection. */
export const closeCodes = { replaced: 4001, forbidden: 4003, protocol: 4004, slow_down: 4008, going_away: 1001 } as const

/** Returns the reason of a close frame that says when to reconnect, and why; a close frame carries 123 bytes. */
export const comeBackIn = (seconds: number, why = ''): string =>
  `retry_after=${Math.max(1, Math.ceil(seconds))}${why === '' ? '' : `; ${why}`}`
/** Returns the seconds in such a reason, or undefined if it names none. */
export const comeBackOf = (reason: string): number | undefined => {
  const seconds = /^retry_after=(\d{1,4})(?:; |$)/.exec(reason)?.[1]
  return seconds === undefined ? undefined : Number(seconds)
}

/** Text from a device: no control characters and no unpaired surrogates, which the database would refuse. */
const line = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text))

const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const Revision = wholeOf('revision')
export const AppliedConfig = z.object({ revision: Revision, hash: Hash })
export type AppliedConfig = z.output<typeof AppliedConfig>

export const opKinds = ['kill_user', 'resend_config', 'respawn', 'diagnose'] as const

/** The most tunnels of one `DeviceCheck`: it must fit into an event between two servers. */
export const MAX_CHECKED = 24
/** Seconds by which a device's clock may differ from the controller's before it counts as wrong. */
export const CLOCK_WRONG_SECONDS = 60
/** Milliseconds there and back, their deviation, and the lost packets of a few, in percent. */
export const Measured = z.object({
  rtt: numberOf('rtt').nullable(),
  jitter: numberOf('jitter').nullable(),
  loss: numberOf('loss'),
})
export type Measured = z.output<typeof Measured>
/** What a device measures when it is asked (`op` with the kind `diagnose`); figures and addresses inside its networks, nothing else. */
export const DeviceCheck = z.object({
  /** Seconds since the device started, its load over a minute, and its used memory in percent. */
  uptime: wholeOf('uptime'),
  load: numberOf('load'),
  memory: numberOf('memory'),
  /** Seconds by which its clock is ahead of the controller's, below zero if it is behind; null from an agent that does not tell it. */
  clock_ahead: wholeOf('clock_ahead').nullable().default(null),
  /** The next hop to the internet; null if the device has none. Many do not answer. */
  gateway: z.object({ address: line(64), measured: Measured.nullable() }).nullable(),
  /** The tunnels that it should have to centers, other branches and POPs (`ov_id`); those that are down are not measured. */
  tunnels: z
    .array(
      z.object({
        network_number: line(10),
        router_name: line(64).nullable(),
        ov_id: line(18).nullable(),
        up: z.boolean(),
        measured: Measured.nullable(),
      }),
    )
    .max(MAX_CHECKED),
})
export type DeviceCheck = z.output<typeof DeviceCheck>

const OpResult = z.object({
  op_id: line(64),
  ok: z.boolean(),
  error: line(500).nullable(),
  data: z.unknown().optional(),
})
export type OpResult = z.output<typeof OpResult>

export const NetworkInterface = z.object({
  interface: line(32),
  interface_uuid: line(64),
  protocol: z.enum(['static', 'dhcp', 'pppoe']),
  ip: line(64).nullable(),
  ipv4: line(64).nullable(),
  ipv4_subnet_mask: line(32).nullable(),
  mtu: wholeOf('mtu').nullable(),
})
export type NetworkInterface = z.output<typeof NetworkInterface>

export const AgentEvent = z.object({
  /** Increases with every event, never repeats, and survives a restart of the agent. */
  seq: wholeOf('seq'),
  type: z.enum(['link_up', 'link_down', 'client_up', 'client_down']),
  /** '' for a SaaS device, whose tunnels to POPs belong to no network. */
  network_number: line(10),
  /** The other end of the tunnel. */
  who: line(64),
  vpn_ip: line(64).nullable(),
  /** The branch's outer address. */
  address: line(64).nullable(),
  /** When it happened, in Unix seconds of the device's clock. */
  since: wholeOf('since'),
  /** Bytes that the branch received and sent through the tunnel; only in the event that ends the tunnel. */
  input: wholeOf('input').optional(),
  out: wholeOf('out').optional(),
})
export type AgentEvent = z.output<typeof AgentEvent>

/** One interface's bytes in one minute; `time` is the start of the minute. */
export const TrafficMinute = z.object({
  interface: line(32),
  time: wholeOf('time'),
  down: wholeOf('down'),
  upload: wholeOf('upload'),
})
export type TrafficMinute = z.output<typeof TrafficMinute>

/** One interface's rates in bit/s, measured at `time`. */
export const TrafficSample = z.object({ interface: line(32), time: wholeOf('time'), down: numberOf('down'), upload: numberOf('upload') })
export type TrafficSample = z.output<typeof TrafficSample>

/** The bytes that a tunnel has carried since it came up, as the branch received and sent them. */
export const TunnelBytes = z.object({
  network_number: line(10),
  /** The other end of the tunnel. */
  who: line(64),
  /** True if this device dialled. */
  dialled: z.boolean(),
  /** When the tunnel came up, in Unix seconds of the device's clock. */
  since: wholeOf('since'),
  input: wholeOf('input'),
  out: wholeOf('out'),
})
export type TunnelBytes = z.output<typeof TunnelBytes>

/** What packets through one tunnel to a center, or to a branch that listens, tell of it. Times are milliseconds. */
export const TunnelFigures = z
  .object({
    network_number: line(10),
    /** The other end of the tunnel, which this device dialled. */
    who: line(64),
    /** Packets that were sent, that reached the other end, and that came back. */
    sent: wholeOf('sent'),
    reflected: wholeOf('reflected'),
    received: wholeOf('received'),
    /** Times there and back; null if no packet came back. */
    rtt_min: numberOf('rtt_min').nullable(),
    rtt_p50: numberOf('rtt_p50').nullable(),
    rtt_p95: numberOf('rtt_p95').nullable(),
    rtt_max: numberOf('rtt_max').nullable(),
    /** The mean difference between the delays of successive packets, in each direction. */
    jitter_out: numberOf('jitter_out').nullable(),
    jitter_back: numberOf('jitter_back').nullable(),
    /** The longest time between two packets that came back if one between them did not, or until the report if none came back since. */
    longest_gap: wholeOf('longest_gap'),
    /** Packets that came back after a later one, or after they had counted as lost. */
    reordered: wholeOf('reordered'),
  })
  .refine(({ sent, reflected, received }) => received <= reflected && reflected <= sent, 'received ≤ reflected ≤ sent')
export type TunnelFigures = z.output<typeof TunnelFigures>

/** The quality of a tunnel in one minute; `time` is the start of the minute. */
export const QualityMinute = TunnelFigures.safeExtend({ time: wholeOf('time') })
export type QualityMinute = z.output<typeof QualityMinute>

/** The messages that an agent may send. */
export const AgentMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    router_name: line(64),
    agent_version: line(64),
    capabilities: wholeOf('capabilities'),
    /** Changes when nothing that ran on the device before can still run: its former tunnels are gone. */
    boot_id: line(64),
    applied: AppliedConfig.nullable(),
    /** Applied but not yet confirmed: the agent goes back to `applied` unless it is confirmed in time. */
    pending: AppliedConfig.nullable().default(null),
    /** Why the device does not run `applied`, though it should; left out while it does. Controllers of any version accept it. */
    error: line(500).optional(),
    trust: TrustHeld,
    recent_ops: z.array(OpResult).max(RECENT_OPS),
    device: z.object({
      model: line(64).optional(),
      mac: line(32).optional(),
      os: line(32).optional(),
      version: line(64).optional(),
      sys_brand: line(64).optional(),
      sys_model: line(64).optional(),
      sys_version: line(64).optional(),
    }),
    interfaces: z.array(NetworkInterface).max(MAX_INTERFACES),
  }),
  z.object({ type: z.literal('heartbeat') }),
  z.object({
    type: z.literal('config.ack'),
    revision: Revision,
    phase: z.enum(['received', 'validated', 'applied', 'confirmed', 'failed', 'rolled_back']),
    hash: Hash,
    errors: z.array(line(500)).max(20),
    actions: z.array(line(200)).max(100),
  }),
  OpResult.extend({ type: z.literal('op.result') }),
  z.object({
    type: z.literal('event'),
    /** The oldest `seq` that the agent still keeps; missing events before it are lost for good. */
    oldest: wholeOf('oldest'),
    /** The device's clock when it sends this. Its time of day may be wrong; its differences between times are right. */
    now: wholeOf('now'),
    events: z.array(AgentEvent).min(1).max(MAX_EVENTS),
  }),
  z.object({
    type: z.literal('telemetry'),
    /** The device's clock when it sends this, by which the controller corrects the minutes; from version 2 on. */
    now: wholeOf('now').optional(),
    minutes: z.array(TrafficMinute).min(1).max(MAX_MINUTES),
  }),
  /** From version 7 on; several messages if there are more tunnels. */
  z.object({ type: z.literal('tunnels'), now: wholeOf('now'), tunnels: z.array(TunnelBytes).min(1).max(MAX_TUNNELS) }),
  /** From version 8 on. Like telemetry, minutes that may not have arrived are repeated. */
  z.object({ type: z.literal('quality'), now: wholeOf('now'), minutes: z.array(QualityMinute).min(1).max(MAX_QUALITY) }),
  z.object({ type: z.literal('samples'), now: wholeOf('now'), samples: z.array(TrafficSample).min(1).max(MAX_INTERFACES) }),
  /** The interfaces have changed since `hello`. */
  z.object({ type: z.literal('interfaces'), interfaces: z.array(NetworkInterface).max(MAX_INTERFACES) }),
  ...ldapAgentMessages,
])
export type AgentMessage = z.output<typeof AgentMessage>

/** The messages that the controller may send. */
export const ControllerMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('welcome'),
    session_id: z.string(),
    capabilities: z.number().int(),
    /** The configuration that the member should run; null when nothing is configured yet, or when an offer follows. */
    desired: AppliedConfig.nullable(),
    heartbeat: z.number().int(),
    /** The controller's time in Unix seconds, by which `expires_at` is meant; former versions do not send it. */
    now: z.number().int().optional(),
    /** The last event that the controller has stored. */
    event_seq: z.number().int(),
    /** True if the controller gave the member up meanwhile: the member then reports its tunnels again. */
    report_links: z.boolean(),
  }),
  /** `now` is the controller's time in Unix seconds, which may have been set since `welcome`; former versions do not send it. */
  z.object({ type: z.literal('heartbeat'), now: z.number().int().optional() }),
  z.object({
    type: z.literal('config.offer'),
    revision: Revision,
    hash: Hash,
    confirm_seconds: z.number().int(),
    document: z.unknown(),
  }),
  z.object({ type: z.literal('config.confirm'), revision: Revision }),
  z.object({ type: z.literal('op'), op_id: z.string(), kind: z.enum(opKinds), expires_at: z.number().int(), data: z.unknown().optional() }),
  z.object({ type: z.literal('event.ack'), seq: z.number().int() }),
  /** Someone is watching: the agent sends samples at this interval, in seconds, until `unwatch` or the end of the connection. */
  z.object({ type: z.literal('watch'), interval: z.number().int().min(1).max(60) }),
  z.object({ type: z.literal('unwatch') }),
  /** The credential is old: the device makes a new one, stores it and has it renewed (`/agent/v1/renew`). */
  z.object({ type: z.literal('credential.renew') }),
  ...ldapControllerMessages,
  ...trustControllerMessages,
])
export type ControllerMessage = z.output<typeof ControllerMessage>

import { z } from 'zod'
import { DeviceCheck } from '../agent/protocol.ts'
import { diagnosisCauses, fixes, nextSteps } from '../diagnosis.ts'
import { UnixTime } from '../fields/schemas.ts'
import { linkStates, memberStates, type State, stateNames } from '../fields/state.ts'
import { MemberType } from '../network-values.ts'
import { RouterType } from './network.ts'

/** The hops between a member and its networks, in their order. */
export const hopKinds = ['device', 'internet', 'targets', 'networks'] as const
export type HopKind = (typeof hopKinds)[number]

const states = Object.keys(stateNames) as [State, ...State[]]

/** What is known at a hop. `at` is a moment, `seconds` a length of time. */
export const HopFact = z.discriminatedUnion('fact', [
  /** The device: it is connected since then; it was for so long before it was lost; it is registered since then and was never heard. */
  z.object({ fact: z.literal('connected'), at: UnixTime }),
  z.object({ fact: z.literal('connected_before'), seconds: z.number().int() }),
  z.object({ fact: z.literal('registered'), at: UnixTime }),
  /** The client of a software member: on which system, and which version; and when it was last signed in. */
  z.object({ fact: z.literal('client'), os: z.string().nullable(), version: z.string().nullable() }),
  z.object({ fact: z.literal('signed_out'), at: UnixTime }),
  /** Its access to the internet: when it was last heard, its public address, and how its outer interface gets one. */
  z.object({ fact: z.literal('last_heard'), at: UnixTime }),
  z.object({ fact: z.literal('address'), address: z.string() }),
  z.object({ fact: z.literal('uplink'), interface: z.string(), protocol: z.enum(['static', 'dhcp', 'pppoe']) }),
  /** Of a center: how many of the branches that should be connected to it are. */
  z.object({ fact: z.literal('branches'), up: z.number().int(), total: z.number().int() }),
  /** Its networks: the prefixes that it announces; that it comes back by itself; that its configuration waits for it. */
  z.object({ fact: z.literal('prefixes'), count: z.number().int() }),
  z.object({ fact: z.literal('reconnects') }),
  z.object({ fact: z.literal('prepared') }),
])
export type HopFact = z.output<typeof HopFact>

/** What a member dials: a center, another branch, the twin of a center, or a POP. */
export const PathTarget = z.object({
  network_number: z.string(),
  kind: z.enum(['center', 'twin', 'pop', 'p2p']),
  /** The center or branch; null for a POP. */
  router_name: z.string().nullable(),
  /** The area of a POP; null for others. */
  ov_id: z.string().nullable(),
  /** Its name, or the area of the POP. */
  name: z.string(),
  /** Its place where a network or a member prefers one; null where none is preferred. */
  role: z.enum(['main', 'backup']).nullable(),
  state: z.enum([...linkStates, 'unknown']),
  /** When the tunnel came up or went down; null if that is not known. */
  since: UnixTime.nullable(),
  vpn_ip: z.string().nullable(),
})
export type PathTarget = z.output<typeof PathTarget>

export const PathNetwork = z.object({
  network_number: z.string(),
  network_name: z.string(),
  /** The member's part in it. */
  member_type: MemberType,
  state: z.enum(states),
})
export type PathNetwork = z.output<typeof PathNetwork>

export const PathHop = z.object({
  kind: z.enum(hopKinds),
  state: z.enum(states),
  /** Since when the hop is so; null if that is not known. */
  since: UnixTime.nullable(),
  facts: z.array(HopFact),
  /** Only of the hop `targets`, and of the hop `networks`. */
  targets: z.array(PathTarget).optional(),
  networks: z.array(PathNetwork).optional(),
})
export type PathHop = z.output<typeof PathHop>

/** What a member's device measured just now, without networks that the caller may not see. The tunnels are those of its path. */
export const MemberCheck = z.object({ time: UnixTime, ...DeviceCheck.shape })
export type MemberCheck = z.output<typeof MemberCheck>

/** A local network of a member. */
export const Lan = z.object({
  ip: z.string(),
  mask: z.number().int(),
  /** `prefix`: a rule of a network announces it; `reported`: the device reports it of an interface. */
  source: z.enum(['prefix', 'reported']),
  /** The network whose rule announces it; null if the device reports it. */
  network_number: z.string().nullable(),
})
export type Lan = z.output<typeof Lan>

/**
 * The way from a member to its networks, and where it breaks. After the first broken hop everything is `unknown`: what cannot be reached
 * cannot be known.
 */
export const MemberPath = z.object({
  router_type: RouterType,
  state: z.enum(memberStates),
  cause: z.enum(diagnosisCauses),
  since: UnixTime.nullable(),
  hops: z.array(PathHop).length(hopKinds.length),
  /** The hop that the cause is about; null if there is nothing to say. */
  broken: z.enum(hopKinds).nullable(),
  lan: z.array(Lan),
  /** What is most likely the matter, and the sentence of the diagnosis. */
  headline: z.string(),
  text: z.string(),
  /** What happened when, the earliest first. */
  evidence: z.array(z.object({ time: UnixTime, text: z.string() })),
  /** Whom the steps are for, and the steps. */
  audience: z.string(),
  steps: z.array(z.string()),
  next_step: z.enum(nextSteps),
  fix: z.enum(fixes).nullable().default(null),
  /** A network that the next step is about; null if there is none that the caller may see. */
  network_number: z.string().nullable(),
})
export type MemberPath = z.output<typeof MemberPath>

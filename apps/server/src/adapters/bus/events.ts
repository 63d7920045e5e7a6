import { z } from 'zod'

export const BUS_CHANNEL = 'weft'

const ofAccount = { account_id: z.number() }
const ofMember = { ...ofAccount, router_name: z.string() }

/**
 * What instances tell each other. Ids only: PostgreSQL carries 8 kB at most, and whoever hears of a thing reads it for itself,
 * so an event that is lost or comes twice does no harm.
 */
export const BusEvent = z.discriminatedUnion('type', [
  /** Members of this network (or this one member) should run another configuration. */
  z.object({ type: z.literal('config'), ...ofAccount, network_number: z.string().optional(), router_name: z.string().optional() }),
  /** A network's revision or state changed. */
  z.object({ type: z.literal('revision'), ...ofAccount, network_number: z.string() }),
  /** Members came or went, or their tunnels did. */
  z.object({ type: z.literal('member'), ...ofAccount, router_names: z.array(z.string()) }),
  /** A member was disabled, deleted or given back: its connection ends at once. */
  z.object({ type: z.literal('cut'), ...ofMember }),
  /** What this member signs in with at its centers is another now. */
  z.object({ type: z.literal('login'), ...ofMember }),
  /** The instance that holds these members' connections has them do something once. */
  z.object({
    type: z.literal('op'),
    ...ofAccount,
    router_names: z.array(z.string()),
    kind: z.enum(['kill_user', 'resend_config', 'respawn']),
    data: z.object({ who: z.string(), network_number: z.string() }).optional(),
  }),
  /** A member connected anew: an instance that still holds an older connection of it closes that one. */
  z.object({ type: z.literal('replaced'), ...ofMember, connection_id: z.string() }),
  /** Sessions ended: of one session, of a login or of the whole account. */
  z.object({
    type: z.literal('session'),
    ...ofAccount,
    login_id: z.number().optional(),
    session_id: z.string().optional(),
    code: z.number(),
  }),
  /** Rights changed: sockets ask again whether they may stay. */
  z.object({ type: z.literal('rights'), ...ofAccount }),
  /** Messages of the account, of one login or about one network came or were read; `all` is every account, told once. */
  z.object({
    type: z.literal('message'),
    account_id: z.union([z.number(), z.literal('all')]),
    login_id: z.number().optional(),
    network_number: z.string().optional(),
  }),
  /** A ticket of the account was opened, answered, closed or deleted; `login_id` opened it. */
  z.object({ type: z.literal('ticket'), ...ofAccount, ticket_number: z.string(), login_id: z.number().nullable() }),
  /** How far an export is that this session began, in rows. */
  z.object({ type: z.literal('progress'), ...ofAccount, session_id: z.string(), id: z.string(), done: z.number(), total: z.number() }),
  /** Somebody watches this member through some instance: the instance that holds its connection has it send samples for a while. */
  z.object({ type: z.literal('watch'), ...ofMember }),
  /** What a watched member measured: the one event that carries what it tells of, since it is of no use later. */
  z.object({
    type: z.literal('samples'),
    ...ofMember,
    samples: z.array(z.tuple([z.string(), z.number(), z.number(), z.number()])).describe('name, time, down, upload'),
  }),
  /** A directory is to be asked through this member: the instance that holds its connection takes the request, which lies in the database. */
  z.object({ type: z.literal('ldap.ask'), ...ofMember, exchange_id: z.string() }),
  /** A part of the answer lies there now. */
  z.object({ type: z.literal('ldap.said'), ...ofAccount, exchange_id: z.string(), part: z.number() }),
  /** It was taken: the next may follow. */
  z.object({ type: z.literal('ldap.took'), ...ofAccount, exchange_id: z.string(), part: z.number() }),
])
export type BusEvent = z.output<typeof BusEvent>

/** Returns the event of a payload; undefined for what no instance of ours says: anybody who may connect to the database can notify. */
export function readEvent(payload: string | undefined): BusEvent | undefined {
  try {
    return BusEvent.safeParse(JSON.parse(payload ?? '')).data
  } catch {
    return undefined
  }
}

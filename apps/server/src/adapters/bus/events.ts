import { DeviceCheck } from '@weft/contract'
import { z } from 'zod'

const ofAccount = { account_id: z.number() }
const ofMember = { ...ofAccount, router_name: z.string() }

/**
 * The events that instances send each other. They hold ids only: PostgreSQL carries at most 8 kB, and each receiver reads the rows
 * itself, so an event that is lost or arrives twice does no harm.
 */
export const BusEvent = z.discriminatedUnion('type', [
  /** Members of this network (or this one member) should run another configuration. */
  z.object({ type: z.literal('config'), ...ofAccount, network_number: z.string().optional(), router_name: z.string().optional() }),
  /** A center of this account has settled: the other center of its network may be interrupted now. */
  z.object({ type: z.literal('turn'), ...ofAccount }),
  /** A network's revision or state changed. */
  z.object({ type: z.literal('revision'), ...ofAccount, network_number: z.string() }),
  /** A network's draft was saved, applied or discarded. */
  z.object({ type: z.literal('draft'), ...ofAccount, network_number: z.string() }),
  /** Members, or their tunnels, went online or offline. */
  z.object({ type: z.literal('member'), ...ofAccount, router_names: z.array(z.string()) }),
  /** This member's connection must end at once: it was disabled, deleted or given back, or its credentials changed. */
  z.object({ type: z.literal('cut'), ...ofMember }),
  /** The credentials of this member at its centers changed. */
  z.object({ type: z.literal('login'), ...ofMember }),
  /** Members of this account are asked to do something: the instances that hold them read what in the database. */
  z.object({ type: z.literal('operation'), ...ofAccount }),
  /** A member connected again: the instance that still holds its former connection closes that one, and no later one. */
  z.object({ type: z.literal('replaced'), ...ofMember, former_connection: z.string() }),
  /** This instance is dead, or has stopped: what it was asked for it will not answer. */
  z.object({ type: z.literal('gone'), account_id: z.literal('all'), instance_id: z.string() }),
  /** Sessions ended: one session, all of a login or all of the account. */
  z.object({
    type: z.literal('session'),
    ...ofAccount,
    login_id: z.number().optional(),
    session_id: z.string().optional(),
    code: z.number(),
  }),
  /** Rights changed: sockets check again whether they may remain open. */
  z.object({ type: z.literal('rights'), ...ofAccount }),
  /** Messages of the account, of one login or about one network arrived or were read; `all` is every account in one event. */
  z.object({
    type: z.literal('message'),
    account_id: z.union([z.number(), z.literal('all')]),
    login_id: z.number().optional(),
    network_number: z.string().optional(),
  }),
  /** A ticket of the account was opened, answered, closed or deleted; `login_id` opened it. */
  z.object({ type: z.literal('ticket'), ...ofAccount, ticket_number: z.string(), login_id: z.number().nullable() }),
  /** Progress, in rows, of an export that this session began. */
  z.object({ type: z.literal('progress'), ...ofAccount, session_id: z.string(), id: z.string(), done: z.number(), total: z.number() }),
  /** A person watches this member on some instance: the instance that holds its connection makes it send samples for a while. */
  z.object({ type: z.literal('watch'), ...ofMember }),
  /** Samples of a watched member: the event carries its data, since samples are of no use later. */
  z.object({
    type: z.literal('samples'),
    ...ofMember,
    samples: z.array(z.tuple([z.string(), z.number(), z.number(), z.number()])).describe('name, time, down, upload'),
  }),
  /** The instance that holds this member's connection asks its device to measure, and tells what it answered. */
  z.object({ type: z.literal('check.ask'), ...ofMember, ask_id: z.string() }),
  /** As samples, it carries its data; null if the device answered something else. */
  z.object({ type: z.literal('check.said'), ...ofAccount, ask_id: z.string(), check: DeviceCheck.nullable() }),
  /** A request to a directory goes through this member: the instance that holds its connection reads the request from the database. */
  z.object({ type: z.literal('ldap.ask'), ...ofMember, exchange_id: z.string() }),
  /** A part of the answer is now in the database. */
  z.object({ type: z.literal('ldap.said'), ...ofAccount, exchange_id: z.string(), part: z.number() }),
  /** The part was read: the next may follow. */
  z.object({ type: z.literal('ldap.took'), ...ofAccount, exchange_id: z.string(), part: z.number() }),
])
export type BusEvent = z.output<typeof BusEvent>

export type EventType = BusEvent['type']

/** Which events a listener wants: of these types, and only of this account if one is named. Events for all accounts are of each. */
export interface Interest {
  types: readonly EventType[]
  account_id?: number
}

export const isWanted = ({ types, account_id }: Interest, event: BusEvent): boolean =>
  types.includes(event.type) && (account_id === undefined || event.account_id === account_id || event.account_id === 'all')

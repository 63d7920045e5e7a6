/**
 * Room observation/member-record: what is known of one member: sessions, why it is as it is, the path to its networks.
 * Tables: none.
 * Called by: observation, ops.
 * Always: it explains the stored state and never judges a state itself.
 */
import type { contract, InputOf, OutputOf } from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { daysBetween, fromUnix } from '../../../kernel/clock.ts'
import { pageConnections, pageLogins, pageSessions } from './member-record.queries.ts'

type Records = typeof contract.memberRecords
type In<K extends keyof Records> = InputOf<Records[K]>
type Out<K extends keyof Records> = OutputOf<Records[K]>

/** Returns the tunnel sessions at a member, newest first, without those of networks that the caller may not see. */
export const connections = (db: AccountDb, { designated }: Actor, input: In<'connect'>): Promise<Out<'connect'>> =>
  pageConnections(db, designated, input)

/** Returns the sessions of a SaaS device, newest first. They belong to no network, so every caller may see them. */
export const saasConnections = (db: AccountDb, input: In<'connect'>): Promise<Out<'connect'>> => pageConnections(db, undefined, input)

/** Returns the sessions that a member dialled, newest first. */
export const dials = (db: AccountDb, { designated }: Actor, { start_time, end_time, ...asked }: In<'dial'>): Promise<Out<'dial'>> =>
  pageSessions(db, designated, { ...asked, from: beginOf(start_time), until: endOf(end_time) })
type End = In<'dial'>['start_time']
/** Returns when a range begins that is given by a day in Shanghai or by a second, and when it has ended. */
const beginOf = (end: End): Date | undefined => (typeof end === 'number' ? fromUnix(end) : daysBetween({ start_time: end }).from)
const endOf = (end: End): Date | undefined => (typeof end === 'number' ? fromUnix(end + 1) : daysBetween({ end_time: end }).until)

/** Returns the logins of a software member, newest first. */
export const logins = (db: AccountDb, input: In<'login'>): Promise<Out<'login'>> => pageLogins(db, input)

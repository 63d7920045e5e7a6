/**
 * Room network/outage: the times in which members needed attention, and the availability that follows.
 * Tables: outage.
 * Called by: jobs, member, network, observation.
 * Always: an outage begins and ends with a stored state; it is never judged anew.
 */
import type { Availability, contract, InputOf, LastProblem, OutputOf } from '@weft/contract'
import type { AccountDb, ReadingDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { unix } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import * as queries from './outage.queries.ts'
import { availabilityWithin, dayOf, dayOfNetwork, daysUntil, lastDay, meanOf, stripStart, weekOf } from './outage.rules.ts'

/** What begins and ends outages and incidents. */
export { hasFault } from './fault.queries.ts'
export { faults, incidentFaults } from './fault.rules.ts'
export { wellDay } from './outage.queries.ts'

type Calls = typeof contract.outages
type Seer = Pick<Actor, 'designated'>

/** Returns since when the last 24 hours and the day strip count. */
const firstOf = (now: number) => Math.min(stripStart(now), lastDay(now).from)

/**
 * Returns the last 24 hours of those members that were not well all the time; those of the others are `wellDay`.
 * @param names only these members; undefined for all of the account
 */
export async function troubledDays(
  db: AccountDb,
  actor: Seer,
  names: readonly string[] | undefined,
  at: Date,
): Promise<ReadonlyMap<string, Availability>> {
  const now = unix(at)
  return new Map((await queries.listPasts(db, names, actor.designated, firstOf(now))).map((past) => [past.router_name, dayOf(past, now)]))
}

/** Returns a function that returns the last 24 hours of a network of the account, of which so many devices ever connected. */
export async function daysOfNetworks(
  db: AccountDb,
  { designated }: Seer,
  at: Date,
): Promise<(network_number: string, watched: number) => Availability> {
  const now = unix(at)
  const found = await queries.listPastsInNetworks(db, designated, firstOf(now))
  const pasts = Map.groupBy(
    found.flatMap(({ networks, ...past }) => networks.map((network_number) => ({ network_number, past }))),
    (one) => one.network_number,
  )
  return (network_number, watched) => dayOfNetwork(watched, pasts.get(network_number)?.map(({ past }) => past) ?? [], now)
}

/** Returns the availability of all sites that the caller sees in the last seven days, and the last problem of one that is over. */
export async function weekOfAccount(
  db: AccountDb,
  { designated }: Seer,
  at: Date,
): Promise<{ availability: number | null; last_problem: LastProblem | null }> {
  const now = unix(at)
  const week = { from: daysUntil(now)[0]!.from, to: now }
  const sites = await queries.listSites(db, designated)
  const pasts = await queries.listPasts(db, designated && sites, designated, week.from)
  return {
    availability: meanOf(
      sites.length - pasts.length,
      pasts.flatMap(({ since, spans }) => availabilityWithin(spans, since, week) ?? []),
    ),
    last_problem: await queries.lastOutage(db, designated),
  }
}

/** Returns the availability of a member in the last seven days. @throws memberNotFound */
export async function availability(
  db: AccountDb,
  { designated }: Seer,
  { router_name }: InputOf<Calls['availability']>,
  at: Date,
): Promise<OutputOf<Calls['availability']>> {
  const since = await queries.watchedSince(db, router_name)
  if (since === undefined) throw new Refusal('memberNotFound')
  const now = unix(at)
  const outages = since === null ? [] : await queries.listOutages(db, router_name, designated, daysUntil(now)[0]!.from)
  const shown = outages.map(({ state, ...outage }) => ({ ...outage, state: state === 'down' ? state : ('degraded' as const) }))
  return { ...weekOf(outages, since, now), outages: shown }
}

/** Returns the outage that began around each of these moments, by its place among them. */
export const outagesAt = (db: ReadingDb, { designated }: Seer, moments: readonly queries.Moment[], at: Date) =>
  moments.length === 0 ? Promise.resolve(new Map<number, never>()) : queries.listOutagesAt(db, moments, designated, at)

/** Returns a page of the outages of a member, the newest first. */
export async function list(db: AccountDb, { designated }: Seer, input: InputOf<Calls['list']>, at: Date): Promise<OutputOf<Calls['list']>> {
  return queries.pageOutages(db, input, designated, at)
}

/**
 * Room observation/verdict: what is wrong in an account, each cause once with what follows from it.
 * Tables: none.
 * Called by: its routes alone.
 * Always: it reads states and outages, and judges none itself.
 */
import {
  EXPIRING_DAYS,
  filled,
  type Language,
  MAX_PROBLEMS,
  MAX_SUBJECTS,
  type MemberState,
  needsAttention,
  type Problem,
  type Reminder,
  reminderWords,
  serviceCatalogue,
  shortName,
  type Verdict,
} from '@weft/contract'
import { statesOfLinks } from '@weft/network-rules'
import type { AccountDb } from '../../../db/client.ts'
import { type Actor, mayDo } from '../../../kernel/actor.ts'
import { unix } from '../../../kernel/clock.ts'
import { limitsOf, usageOf } from '../../foundation/limits/limits.service.ts'
import { weekOfAccount } from '../../network/outage/outage.service.ts'
import * as queries from './verdict.queries.ts'
import { type Troubled, byAgeOf, type Cause, causesOf, membersOf, type Situation } from './verdict.rules.ts'
import { wordsOf } from './words.rules.ts'

/** At most so many never-connected members are named in a reminder. */
const MOST_WAITING = 5
/** A reminder is shown when at most so many places, and at most a tenth, are left. */
const FEW_PLACES = 5
const NONE = { total: 0, up: 0 }

type Members = Awaited<ReturnType<typeof queries.readMembers>>

/**
 * Returns everything that is wrong in an account, as far as the caller may see it. Whoever may not view members reads only what is about
 * no member.
 */
export async function verdict(db: AccountDb, actor: Actor, language: Language, now: Date): Promise<Verdict> {
  const { designated } = actor
  const members = await queries.readMembers(db, mayDo(actor, 'member.view') ? actor : { designated })
  const networks = await queries.listNetworks(db, designated)
  const { situation, memberships } = await situationOf(db, designated, members, networks)
  const seesMembers = mayDo(actor, 'member.view')
  const { told: causes, fresh } = byAgeOf(
    causesOf(situation).filter(({ subjects }) => seesMembers || subjects.length === 0),
    unix(now),
  )
  const young = new Set(fresh.flatMap(({ subjects, affected }) => [...subjects, ...affected]).map((one) => one.router_name))
  const lasting = situation.troubled.filter((one) => !young.has(one.router_name))
  const { counts } = members
  // The week is of all sites: it would tell of those that a limited caller does not see.
  const well = seesMembers && actor.members === undefined && causes.length === 0 && fresh.length === 0
  return {
    time: unix(now),
    problems: causes.slice(0, MAX_PROBLEMS).map((one) => problemOf(one, language)),
    causes: causes.length,
    things: causes.reduce((sum, one) => sum + membersOf(one), 0),
    sites: seesMembers ? { total: counts.sites, up: counts.sites_up } : NONE,
    networks: { total: networks.length, up: counts.network_usable === 1 ? countUp(networks, lasting, memberships) : 0 },
    links: seesMembers ? { total: counts.links, up: counts.links_up } : NONE,
    software: seesMembers ? { total: counts.software, up: counts.software_up } : NONE,
    ...(well ? await weekOfAccount(db, actor, now) : { availability: null, last_problem: null }),
    well_since: well ? await queries.wellSince(db, designated) : null,
    reminders: await remindersOf(db, actor, members, networks, memberships, language, now),
    fresh: {
      count: young.size,
      members: fresh.flatMap((one) => subjectsOf(one)).slice(0, MAX_SUBJECTS),
      since: fresh.reduce<number | null>((last, { since }) => (since !== null && (last === null || since > last) ? since : last), null),
    },
  }
}

async function situationOf(
  db: AccountDb,
  visible: Actor['designated'],
  { counts, rows }: Members,
  networks: readonly queries.NetworkRow[],
): Promise<{ situation: Situation; memberships: queries.MembershipsRow[] }> {
  const names = rows.map((row) => row.router_name)
  const memberships = names.length > 0 ? await queries.listMemberships(db, names, visible) : []
  const troubled = rows.filter(({ state }) => needsAttention(state)).map((row) => row.router_name)
  const dialled = troubled.length > 0 ? await queries.listDialled(db, troubled, visible) : { diallers: [], links: [] }
  const networksOf = byName(memberships)
  const diallersOf = byName(dialled.diallers)
  const linksOf = byName(dialled.links)
  const facts = (name: string, state: MemberState) => {
    const targets = (diallersOf.get(name) ?? []).flatMap((dialler) => {
      const links = (linksOf.get(name) ?? []).filter(({ network_number }) => network_number === dialler.network_number)
      const states = statesOfLinks(links, { ...dialler, state, network_usable: counts.network_usable })
      return links.filter((_, at) => states[at] === 'down')
    })
    return {
      networks: (networksOf.get(name) ?? []).map((row) => row.network_number),
      // A center of two networks is one target. Members that lost the same ones name them in the same order.
      lost: [...new Map(targets.map((link) => [link.center_router_name, link])).entries()]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([target, link]) => ({ router_name: target, name: link.name, away: link.away })),
    }
  }
  const situation: Situation = {
    usable: counts.network_usable === 1,
    networked: counts.network_usable === 1 ? 0 : networks.reduce((sum, { members }) => sum + (members ?? 0), 0),
    pops: networks.flatMap(({ pop, pop_running, centers, members, ...row }) =>
      pop !== null && pop_running === false ? { ...row, pop, centers: centers ?? 0, members: members ?? 0 } : [],
    ),
    troubled: rows.flatMap(({ state, cause, ...row }): Troubled[] =>
      needsAttention(state) && cause !== null ? [{ ...row, state, cause, ...facts(row.router_name, state) }] : [],
    ),
    neverConnected: rows
      .flatMap((row) => (row.state === 'never' ? { ...row, networks: facts(row.router_name, row.state).networks } : []))
      .map(neverConnectedOf),
  }
  return { situation, memberships }
}
/** Returns the rows by each of their names. */
function byName<T extends { names: readonly string[] }>(rows: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>()
  for (const row of rows)
    for (const name of row.names) {
      const own = found.get(name)
      if (own) own.push(row)
      else found.set(name, [row])
    }
  return found
}
const neverConnectedOf = ({ router_name, note, router_type, networks }: Situation['neverConnected'][number]) => ({
  router_name,
  note,
  router_type,
  networks,
})

const subjectsOf = ({ subjects }: Cause): Problem['subjects'] =>
  subjects.slice(0, MAX_SUBJECTS).map(({ router_name, note, router_type }) => ({ router_name, note, router_type }))

const problemOf = (one: Cause, language: Language): Problem => ({
  id: one.id,
  state: one.state,
  cause: one.cause,
  subjects: subjectsOf(one),
  count: one.subjects.length,
  affected: one.affected.length + one.more,
  network_number: [...one.networks],
  since: one.since,
  ...wordsOf(one, language),
})

/** Returns how many networks can be used: those not all of whose sites that ever connected are down. */
function countUp(
  networks: readonly queries.NetworkRow[],
  troubled: readonly Troubled[],
  memberships: readonly queries.MembershipsRow[],
): number {
  const down = new Set(troubled.filter((one) => one.state === 'down' && one.router_type === 1).map((one) => one.router_name))
  const downIn = new Map(memberships.map(({ network_number, names }) => [network_number, names.filter((name) => down.has(name)).length]))
  return networks.filter(({ network_number, sites }) => (sites ?? 0) === 0 || (downIn.get(network_number) ?? 0) < sites).length
}

async function remindersOf(
  db: AccountDb,
  actor: Actor,
  { rows }: Members,
  networks: readonly queries.NetworkRow[],
  memberships: readonly queries.MembershipsRow[],
  language: Language,
  now: Date,
): Promise<Reminder[]> {
  const service = (code: keyof typeof serviceCatalogue) => serviceCatalogue[code][language]
  const say = (kind: Reminder['kind'], params: Record<string, string | number>, about: Partial<Reminder> = {}): Reminder => ({
    kind,
    text: filled(reminderWords[kind], language, params),
    router_name: null,
    network_number: null,
    ...about,
  })
  const networked = new Map(memberships.flatMap(({ network_number, names }) => names.map((name) => [name, network_number])))
  const seesServices = mayDo(actor, 'service.view')
  const limits = await limitsOf(db)
  const places = [
    { code: 'network_member', most: limits.network_router_count, used: (await usageOf(db)).network_router_use },
    { code: 'software_member', most: limits.software_max, used: await queries.countSoftware(db) },
  ] as const
  return [
    ...(seesServices ? await queries.listEnding(db, EXPIRING_DAYS, now) : []).map(({ service_code, days }) =>
      say('service_ending', { service: service(service_code), days }),
    ),
    ...networks.flatMap(({ pop, pop_days, pop_running, network_number }) =>
      pop !== null && pop_running === true && pop_days !== null && pop_days <= EXPIRING_DAYS
        ? say('pop_ending', { pop, days: pop_days }, { network_number })
        : [],
    ),
    ...rows
      .filter((row) => mayDo(actor, 'member.view') && row.state === 'never' && networked.has(row.router_name))
      .toSorted((a, b) => b.create_time - a.create_time || (a.router_name < b.router_name ? -1 : 1))
      .slice(0, MOST_WAITING)
      .map((row) =>
        say('never_connected', { name: shortName(row) }, { router_name: row.router_name, network_number: networked.get(row.router_name)! }),
      ),
    ...places
      .map(({ code, most, used }) => ({ code, most, left: most - used }))
      .filter(({ most, left }) => seesServices && left >= 0 && left <= FEW_PLACES && left * 10 <= most && most > 0)
      .map(({ code, left }) => say('places_left', { service: service(code), n: left })),
  ]
}

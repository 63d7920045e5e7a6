import { DAY_SECONDS } from '@weft/contract'
import type { Db, SystemDb } from '../db/client.ts'
import { after, type Clock } from '../kernel/clock.ts'
import type { Settings } from '../kernel/settings.ts'
import { rollNetworks } from '../domains/observation/traffic/roll-up.service.ts'
import * as company from './company.ts'
import { found, type Founded } from './company.service.ts'
import { ageMessages, backdate, findOwner, holdDemo, nameInterfaces } from './demo.queries.ts'
import { writeFleetFile } from './fleet-file.ts'
import { watchMembers } from './monitor.service.ts'
import { openTickets } from './ticket.service.ts'
import {
  insertClientTunnels,
  insertConnections,
  insertHealth,
  insertHours,
  insertOutages,
  insertQuality,
  insertRouterTunnels,
  insertSignIns,
  insertTraffic,
  insertUplinks,
  insertUsual,
  makeSumPartitions,
  makeWeekPartitions,
  sumTraffic,
  type Week,
} from './history.queries.ts'

/** A login, which the start prints in one line. */
export interface DemoLogin {
  where: 'console' | 'console, sub-account' | 'operators'
  name: string
  password: string
}
export interface Demo {
  logins: DemoLogin[]
  /** Milliseconds that the load took; undefined if the database had the demonstration already. */
  loaded_ms: number | undefined
}
export interface DemoDependencies {
  db: Db
  clock: Clock
  settings: Pick<Settings, 'WEFT_ENV'>
}

/** The interfaces of a simulated router, as its agent reports them. */
const INTERFACES = [
  { name: 'wan', inner: false },
  { name: 'lan', inner: true },
]
const CLIENT_VERSION = '2.4.1'
const ROUTER_VERSION = '3.2.0'
const HOUR_SECONDS = 3600
const WEEK_SECONDS = 7 * DAY_SECONDS
/** Seconds of hourly traffic: it goes further back than minutes, for the ranges 1 month and all. */
const HOURS_SECONDS = 35 * DAY_SECONDS
/** Seconds of the links' minutes: longer than the newest hour is read from them. */
const MINUTES_SECONDS = 3 * HOUR_SECONDS
/** Seconds between the end of the recorded week and the load, where the fleet's own traffic begins. */
const QUIET_SECONDS = 90

/**
 * Loads the demonstration once: one company with devices, networks, people and a recorded week, and an operator. Everything is
 * one transaction, and the fleet's file is written within it, so an interrupted load leaves nothing and is repeated.
 * @param fleet_file where `weft fleet` finds its members; written with the load, and never again
 * @param minutes seconds of the week whose traffic is recorded by the minute; fewer only in tests
 * @throws in production, always
 */
export async function loadDemo({ db, clock, settings }: DemoDependencies, fleet_file: string, minutes = WEEK_SECONDS): Promise<Demo> {
  if (settings.WEFT_ENV === 'production') throw new Error('the demonstration is never loaded in production')
  const began = performance.now()
  return db.system(async (system) => {
    await holdDemo(system)
    const there = await findOwner(system, company.owner.username)
    if (there) return { logins: loginsOf(there.account_number), loaded_ms: undefined }
    const founded = await found(system, clock.now())
    await openTickets({ db, clock }, system, founded)
    await watchMembers(system, founded.owner, clock)
    await writeFleetFile(
      fleet_file,
      founded.members.filter(({ router_name }) => router_name !== company.lostBranch.router_name),
    )
    await writePast(system, founded, clock.now(), minutes)
    return { logins: loginsOf(founded.account_number), loaded_ms: performance.now() - began }
  })
}

async function writePast(
  system: SystemDb,
  { account_id, login_id, networks, clients }: Founded,
  now: Date,
  minutes: number,
): Promise<void> {
  const week = { account_id, from: after(now, -WEEK_SECONDS), to: after(now, -QUIET_SECONDS) }
  const routers = [...company.hubs, ...company.branches]
  const busy = [...routers, ...company.saasDevices]
  const people = company.clients.map(({ os, sys_brand, sys_model, sys_version }, i) => ({
    os,
    sys_brand,
    sys_model,
    sys_version,
    router_name: clients[i]!,
    address: `100.96.${10 + i * 9}.${31 + i * 7}`,
    version: CLIENT_VERSION,
  }))
  await backdate(system, account_id, networks)
  await ageMessages(system, account_id, login_id, company.messages)
  await makeWeekPartitions(system, week)
  await insertRouterTunnels(system, week, routers)
  await insertClientTunnels(system, week, people)
  await insertUplinks(system, week, company.saasDevices)
  await insertConnections(system, week, ROUTER_VERSION)
  await insertOutages(system, week, company.lostBranch.router_name)
  await insertSignIns(system, week, people)
  await insertHealth(system, after(week.to, -DAY_SECONDS), week.to)
  // Inserted a day at a time, so that a slow machine stays below the time that one statement may take.
  for (let from = after(now, -minutes); from < week.to; from = after(from, DAY_SECONDS)) {
    const next = after(from, DAY_SECONDS)
    const last = next >= week.to
    // The inner interface gets minutes for the last day alone; its hours go back as far.
    await insertTraffic(system, { account_id, from, to: last ? week.to : next }, busy, last ? INTERFACES : INTERFACES.slice(0, 1))
  }
  const month = { account_id, from: after(now, -HOURS_SECONDS), to: nextHour(week.from) }
  await makeSumPartitions(system, { ...month, to: now })
  await insertHours(system, month, busy, INTERFACES)
  await insertHours(system, { ...month, from: month.to, to: nextHour(after(week.to, -DAY_SECONDS)) }, busy, INTERFACES.slice(1))
  await sumTraffic(system, { ...week, from: month.to })
  await nameInterfaces(
    system,
    account_id,
    INTERFACES.map(({ name }) => name),
  )
  await writeQuality(system, week)
  await rollNetworks(system, after(week.to, -DAY_SECONDS), week.to)
}

/** Writes the quality of the shops' links, as it would be kept: minutes of the last hours, and all of the week in quarters and hours. */
async function writeQuality(system: SystemDb, week: Week): Promise<void> {
  const lines = company.branches
    .filter(({ router_name }) => router_name !== company.lostBranch.router_name)
    .flatMap(({ router_name, rtt }) => company.hubs.map((hub, i) => ({ router_name, center_router_name: hub.router_name, rtt: rtt[i]! })))
  const troubled = company.troubledBranch.router_name
  await insertQuality(system, 'quality_minute', { ...week, from: after(week.to, -MINUTES_SECONDS) }, lines, troubled)
  await insertQuality(system, 'quality_quarter', week, lines, troubled)
  await insertQuality(system, 'quality_hour', week, lines, troubled)
  await insertUsual(system, week.account_id, lines)
}

const nextHour = (at: Date): Date => new Date((Math.floor(at.getTime() / 1000 / HOUR_SECONDS) + 1) * HOUR_SECONDS * 1000)

const loginsOf = (account_number: string): DemoLogin[] => [
  { where: 'console', name: company.owner.username, password: company.owner.password },
  ...company.subAccounts.map(
    ({ username, password }): DemoLogin => ({ where: 'console, sub-account', name: `${username}@${account_number}`, password }),
  ),
  { where: 'operators', name: company.operator.username, password: company.operator.password },
]

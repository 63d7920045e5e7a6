import { sql } from 'kysely'
import type { SystemDb } from '../db/client.ts'

/** A router of the recorded week: its busy-hour traffic, and the address that its tunnels come from. */
export interface Busy {
  router_name: string
  mbps: number
  address: string
}
/** An interface; traffic that comes in by the outer one leaves by the inner one, and the reverse. */
export interface Port {
  name: string
  inner: boolean
}
export interface Person {
  router_name: string
  address: string
  os: string
  version: string
  sys_brand: string
  sys_model: string
  sys_version: string
}
export interface Week {
  account_id: number
  from: Date
  to: Date
}

const PARTITIONED = { connect_log: 7, tunnel_session: 7, software_login_log: 7, traffic_minute: 1 } as const
const SUMS = { traffic_hour: 30, traffic_day: 366 } as const

/** Creates the partitions of the past if they are missing: the database may have been created long before the load. */
async function makePartitions({ sql: db }: SystemDb, tables: Record<string, number>, { from, to }: Week): Promise<void> {
  for (const [table, days] of Object.entries(tables))
    await sql`select weft_partitions(${table}, ${from}::timestamptz::date - 1, ${to}::timestamptz::date, ${days}::int)`.execute(db)
}
export const makeWeekPartitions = (db: SystemDb, week: Week): Promise<void> => makePartitions(db, PARTITIONED, week)
export const makeSumPartitions = (db: SystemDb, past: Week): Promise<void> => makePartitions(db, SUMS, past)

const column = <T, K extends keyof T>(rows: readonly T[], key: K): T[K][] => rows.map((row) => row[key])

/** SQL for the kind of a link's tunnel, and the area of its POP. */
const MODE = sql`case when l.kind = 'pop' then 'pop' else 'p2p' end, a.area`
const AREA = sql`left join network_fr_area a on (a.account_id, a.ov_id) = (l.account_id, l.ov_id)`

/**
 * Writes the week's tunnels of the routers: up all the time except for one to three short breaks each, which all tunnels of a router
 * share; a link never has two tunnels at once. The order of the routers decides when they break, so the same company has the same week.
 */
export async function insertRouterTunnels({ sql: db }: SystemDb, { account_id, from, to }: Week, routers: readonly Busy[]): Promise<void> {
  await sql`
    with router as (select * from unnest(${column(routers, 'router_name')}::text[], ${column(routers, 'mbps')}::float8[], ${column(routers, 'address')}::text[])
        with ordinality as r(router_name, mbps, address, n)),
    break as (select router_name, ${from}::timestamptz + make_interval(days => (2 * k - 1)::int, secs => n * 7919 % 80000) as at,
        make_interval(secs => 40 + n * k * 131 % 800) as outage
      from router, generate_series(1, 1 + n % 3) k),
    edge as (select router_name, ${from}::timestamptz as since from router union all select router_name, at + outage from break),
    span as (select e.router_name, e.since, coalesce((select min(b.at) from break b where b.router_name = e.router_name and b.at > e.since), ${to}::timestamptz) as until
      from edge e)
    insert into tunnel_session (account_id, network_number, router_name, link_router_name, mode, area, orig, vpn_ip, start_time, end_time, input, out)
    select l.account_id, l.network_number, l.router_name, l.center_router_name, ${MODE}, r.address || ':' || 20000 + (r.n * 613 + extract(epoch from s.since)::bigint) % 40000,
      host(l.vpn_ip), date_trunc('second', s.since + make_interval(secs => 2)), date_trunc('second', s.until),
      (extract(epoch from s.until - s.since) * r.mbps * 9000)::bigint, (extract(epoch from s.until - s.since) * r.mbps * 2700)::bigint
    from network_link l join router r using (router_name) join span s using (router_name) ${AREA}
    where l.account_id = ${account_id} and s.until > s.since + interval '1 minute'`.execute(db)
}

/** Writes the week's tunnels of people's clients: workdays from about nine to half past six in Shanghai, with a break at noon. */
export async function insertClientTunnels({ sql: db }: SystemDb, { account_id, from, to }: Week, people: readonly Person[]): Promise<void> {
  await sql`
    with person as (select * from unnest(${column(people, 'router_name')}::text[], ${column(people, 'address')}::text[]) with ordinality as p(router_name, address, n)),
    day as (select d, d::date - date '2000-01-03' as number
      from generate_series(date_trunc('day', ${from}::timestamptz at time zone 'Asia/Shanghai'), ${to}::timestamptz at time zone 'Asia/Shanghai', interval '1 day') d
      where extract(isodow from d) < 6),
    span as (
      select router_name, address, n, (d + time '08:40' + make_interval(mins => ((n * 7 + number * 3) % 35)::int)) at time zone 'Asia/Shanghai' as since,
        (d + time '12:00' + make_interval(mins => ((n * 5 + number) % 25)::int)) at time zone 'Asia/Shanghai' as until from person, day
      union all
      select router_name, address, n, (d + time '13:20' + make_interval(mins => ((n * 3 + number) % 20)::int)) at time zone 'Asia/Shanghai',
        (d + time '18:00' + make_interval(mins => ((n * 11 + number * 5) % 75)::int)) at time zone 'Asia/Shanghai' from person, day)
    insert into tunnel_session (account_id, network_number, router_name, link_router_name, mode, area, orig, vpn_ip, start_time, end_time, input, out)
    select l.account_id, l.network_number, l.router_name, l.center_router_name, ${MODE}, s.address || ':' || 30000 + (s.n * 617 + extract(epoch from s.since)::bigint) % 30000,
      host(l.vpn_ip), s.since, s.until,
      (extract(epoch from s.until - s.since) * (9000 + s.n * 1700))::bigint, (extract(epoch from s.until - s.since) * (2000 + s.n * 400))::bigint
    from network_link l join span s using (router_name) ${AREA}
    where l.account_id = ${account_id} and s.since >= ${from} and s.until <= ${to}`.execute(db)
}

/** Writes the week's tunnels of SaaS devices, which last two days each, with a short break between. */
export async function insertUplinks(
  { sql: db }: SystemDb,
  { account_id, from, to }: Week,
  devices: readonly (Busy & { vpn_ip: string })[],
): Promise<void> {
  await sql`
    with device as (select * from unnest(${column(devices, 'router_name')}::text[], ${column(devices, 'mbps')}::float8[], ${column(devices, 'address')}::text[],
        ${column(devices, 'vpn_ip')}::text[]) with ordinality as r(router_name, mbps, address, vpn_ip, n)),
    span as (select router_name, mbps, address, vpn_ip, n, at + make_interval(mins => (n * 7)::int) as since,
        least(at + interval '2 days' - make_interval(mins => (n * 3)::int), ${to}::timestamptz) as until
      from device, generate_series(${from}::timestamptz, ${to}::timestamptz - interval '3 hours', interval '2 days') at)
    insert into tunnel_session (account_id, network_number, router_name, link_router_name, mode, orig, vpn_ip, start_time, end_time, input, out)
    select ${account_id}::bigint, '', router_name, 'saas-pop', 'saas', address || ':' || 40000 + (n * 211 + extract(epoch from since)::bigint) % 20000, vpn_ip, date_trunc('second', since), date_trunc('second', until),
      (extract(epoch from until - since) * mbps * 30000)::bigint, (extract(epoch from until - since) * mbps * 9000)::bigint
    from span`.execute(db)
}

/** Writes the control connections of those tunnels: opened a moment before a tunnel and closed with it; centers stay connected. */
export async function insertConnections({ sql: db }: SystemDb, { account_id }: Week, version: string): Promise<void> {
  await sql`
    with stood as (select distinct on (router_name, start_time) router_name, split_part(orig, ':', 1) as ip, split_part(orig, ':', 2)::int as port, start_time, end_time
      from tunnel_session where account_id = ${account_id} order by router_name, start_time)
    insert into connect_log (account_id, router_name, remote_ip, remote_port, version, online, create_time)
    select ${account_id}::bigint, router_name, ip, port, ${version}::text, online, at from stood,
      lateral (values (1::smallint, start_time - interval '3 seconds'), (0::smallint, end_time)) as e(online, at)`.execute(db)
}

/** Writes a sign-in of a person's client before each of its tunnels. */
export async function insertSignIns({ sql: db }: SystemDb, { account_id }: Week, people: readonly Person[]): Promise<void> {
  await sql`
    insert into software_login_log (account_id, router_name, ip, os, version, sys_brand, sys_model, sys_version, create_time)
    select distinct t.account_id, p.router_name, p.address, p.os, p.version, p.sys_brand, p.sys_model, p.sys_version, t.start_time - interval '5 seconds'
    from unnest(${column(people, 'router_name')}::text[], ${column(people, 'address')}::text[], ${column(people, 'os')}::text[], ${column(people, 'version')}::text[],
      ${column(people, 'sys_brand')}::text[], ${column(people, 'sys_model')}::text[], ${column(people, 'sys_version')}::text[])
      as p(router_name, address, os, version, sys_brand, sys_model, sys_version)
    join tunnel_session t on t.account_id = ${account_id} and t.router_name = p.router_name`.execute(db)
}

/** Traffic of each hour in Shanghai in percent of the busiest one, and the factor of weekends: as the simulated fleet has them. */
const HOURS = [4, 3, 2, 2, 2, 3, 6, 14, 45, 78, 92, 88, 55, 72, 95, 100, 94, 80, 46, 30, 24, 20, 13, 7]
const WEEKEND = 0.25

/** SQL for the moments of a period with how busy each is, as `minute`: `number` counts the minutes since 1970. */
const moments = ({ from, to }: Week, step: string) => sql`minute as (
      select time, extract(epoch from time)::bigint / 60 as number,
        (h[1 + hour] + (h[1 + (hour + 1) % 24] - h[1 + hour]) * extract(minute from local)::float8 / 60) / 100
          * case when extract(isodow from local) >= 6 then ${WEEKEND}::float8 else 1 end as weight
      from generate_series(date_bin(${step}::interval, ${from}::timestamptz, 'epoch'), date_bin(${step}::interval, ${to}::timestamptz, 'epoch') - ${step}::interval, ${step}::interval) time,
        lateral (select time at time zone 'Asia/Shanghai' as local) l, lateral (select extract(hour from local)::int as hour) c, (select ${HOURS}::float8[] as h) shape)`

const routersOf = (routers: readonly Busy[], interfaces: readonly Port[]) => sql`
    router as (select * from unnest(${column(routers, 'router_name')}::text[], ${column(routers, 'mbps')}::float8[]) with ordinality as r(router_name, mbps, n)),
    port as (select * from unnest(${interfaces.map((one) => one.name)}::text[], ${interfaces.map((one) => one.inner)}::boolean[]) as i(interface, inside))`

/**
 * Writes minutes of traffic per router and interface, in bytes, shaped by hour and weekday, with noise that repeats. The rows are in
 * the order of the primary key, which halves the time of writing them.
 */
export async function insertTraffic(
  { sql: db }: SystemDb,
  { account_id, ...past }: Week,
  routers: readonly Busy[],
  interfaces: readonly Port[],
): Promise<void> {
  await sql`
    with ${moments({ account_id, ...past }, '1 minute')}, ${routersOf(routers, interfaces)}
    insert into traffic_minute (account_id, router_name, interface, time, down, upload)
    select ${account_id}::bigint, router_name, interface, time, (case when inside then up else down end)::bigint, (case when inside then down else up end)::bigint
    from router, port, minute,
      lateral (select mbps * 7.5e6::float8 * weight * (0.6::float8 + 0.8::float8 * ((number * 48271 + n * 7919 + 104729) % 9973)::float8 / 9973) as down) x,
      lateral (select down * (0.15::float8 + 0.3::float8 * ((number * 16807 + n * 15485) % 9973)::float8 / 9973) as up) y
    order by router_name collate "C", interface collate "C", time`.execute(db)
}

/** Writes hours of traffic before the minutes begin, of the same shape: a month's worth costs as much as some hours of minutes. */
export async function insertHours(
  { sql: db }: SystemDb,
  { account_id, ...past }: Week,
  routers: readonly Busy[],
  interfaces: readonly Port[],
): Promise<void> {
  await sql`
    with ${moments({ account_id, ...past }, '1 hour')}, ${routersOf(routers, interfaces)}
    insert into traffic_hour (account_id, router_name, interface, time, down, upload, peak_down, peak_upload)
    select ${account_id}::bigint, router_name, interface, time, least_down * 60, least_up * 60, least_down * 8 / 60 * 7 / 5, least_up * 8 / 60 * 3 / 2
    from router, port, minute,
      lateral (select mbps * 7.5e6::float8 * weight * (0.9::float8 + 0.2::float8 * ((number * 48271 + n * 7919) % 9973)::float8 / 9973) as down) x,
      lateral (select (case when inside then down * 0.3 else down end)::bigint as least_down, (case when inside then down else down * 0.3 end)::bigint as least_up) y
    order by router_name collate "C", interface collate "C", time`.execute(db)
}

/** Sums the minutes into hours that do not exist yet, and the hours into days where they are whole: as the roll-up does. */
export async function sumTraffic({ sql: db }: SystemDb, { account_id, from, to }: Week): Promise<void> {
  await sql`
    insert into traffic_hour (account_id, router_name, interface, time, down, upload, peak_down, peak_upload)
    select account_id, router_name, interface, date_bin('1 hour', time, 'epoch'), sum(down)::bigint, sum(upload)::bigint, max(down) * 8 / 60, max(upload) * 8 / 60
    from traffic_minute where account_id = ${account_id} and time >= ${from} and time < date_bin('1 hour', ${to}::timestamptz, 'epoch') group by 1, 2, 3, 4
    on conflict do nothing`.execute(db)
  await sql`
    insert into traffic_day (account_id, router_name, interface, time, down, upload, peak_down, peak_upload)
    select account_id, router_name, interface, day, sum(down)::bigint, sum(upload)::bigint, max(peak_down), max(peak_upload)
    from traffic_hour, lateral (select date_trunc('day', time at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai' as day) d
    where account_id = ${account_id} and day + interval '1 day' <= ${to} group by 1, 2, 3, 4`.execute(db)
}

/** A line between a branch and a center, with the usual milliseconds there and back. */
export interface Line {
  router_name: string
  center_router_name: string
  rtt: number
}

/** How long the units last in which the quality of links is kept. */
const UNITS = { quality_minute: '1 minute', quality_quarter: '15 minutes', quality_hour: '1 hour' } as const

/**
 * Writes the quality of the links that run over these lines: a little slower when the shops are busy, and now and then a packet lost.
 * @param troubled a branch that was slow and lost packets for three hours, two days before the end
 */
export async function insertQuality(
  { sql: db }: SystemDb,
  table: keyof typeof UNITS,
  { account_id, from, to }: Week,
  lines: readonly Line[],
  troubled: string,
): Promise<void> {
  const bad = sql`(router_name = ${troubled} and time >= ${to}::timestamptz - interval '51 hours' and time < ${to}::timestamptz - interval '48 hours')`
  await sql`
    with ${moments({ account_id, from, to }, UNITS[table])},
    line as (select * from unnest(${column(lines, 'router_name')}::text[], ${column(lines, 'center_router_name')}::text[], ${column(lines, 'rtt')}::float8[])
      with ordinality as l(router_name, center_router_name, usual, n))
    insert into ${sql.table(table)} (account_id, network_number, router_name, center_router_name, time, sent, reflected, received, rtt_min, rtt_p50,
      rtt_p95, rtt_max, jitter_out, jitter_back, longest_gap, reordered)
    select ${account_id}::bigint, network_number, router_name, center_router_name, time, sent, sent - lost, sent - lost, rtt * 0.9, rtt,
      rtt * (1.15 + 0.25 * noise), rtt * (1.7 + noise), rtt * 0.05, rtt * 0.04, case when lost > 0 then 2000 else 0 end, 0
    from network_link join line using (router_name, center_router_name), minute,
      lateral (select (extract(epoch from ${UNITS[table]}::interval))::integer as sent, ((number * 48271 + n * 7919) % 9973)::float8 / 9973 as noise) x,
      lateral (select case when ${bad} then (sent * (0.03 + 0.04 * noise))::integer when noise > 0.985 then 1 + sent / 500 else 0 end as lost,
        usual * case when ${bad} then 2.4 + noise else 0.97 + 0.1 * weight + 0.05 * noise end as rtt) y
    where account_id = ${account_id}
    order by 1, 2, 3, 4, 5`.execute(db)
}

/** Writes what is usual for the links that run over these lines. */
export async function insertUsual({ sql: db }: SystemDb, account_id: number, lines: readonly Line[]): Promise<void> {
  await sql`insert into quality_usual (account_id, network_number, router_name, center_router_name, rtt)
    select account_id, network_number, router_name, center_router_name, rtt
    from unnest(${column(lines, 'router_name')}::text[], ${column(lines, 'center_router_name')}::text[], ${column(lines, 'rtt')}::real[])
      as l(router_name, center_router_name, rtt) join network_link using (router_name, center_router_name)
    where account_id = ${account_id}`.execute(db)
}

/** Writes health samples, one for every five minutes: as many members online as had tunnels then, and short queues. */
export async function insertHealth({ sql: db }: SystemDb, from: Date, to: Date): Promise<void> {
  await sql`
    insert into health_sample (sample_time, answer_ms, jobs, deliveries, tickets, members_online)
    select at, 1.2 + n * 7919 % 9 / 10.0, greatest(0, round(5 * sin(n / 14.0) * sin(n / 47.0))), greatest(0, round(3 * sin(n / 9.0) * sin(n / 61.0))),
      (select count(*) from support_ticket where create_time <= at and ticket_status = 1),
      (select count(distinct router_name) from tunnel_session where start_time <= at and end_time > at)
    from generate_series(${from}::timestamptz, ${to}::timestamptz, interval '5 minutes') with ordinality as s(at, n)`.execute(db)
}

/**
 * Writes the outages of the week from the ends and beginnings of the routers' connections. The fleet brings all of them back but one, whose
 * last outage lasts.
 */
export async function insertOutages({ sql: db }: SystemDb, { account_id, from, to }: Week, lost: string): Promise<void> {
  await sql`
    with log as (
      select c.router_name, c.online, c.create_time as at, lead(c.create_time) over (partition by c.router_name order by c.create_time) as next,
        row_number() over (partition by c.router_name, c.online order by c.create_time desc) as newest
      from connect_log c join member m using (account_id, router_name)
      where account_id = ${account_id} and m.router_type = 1 and c.create_time between ${from} and ${to}),
    seen as (update member m set watched_since = ${from}, connect_time = l.at, report_time = ${to} from log l
      where m.account_id = ${account_id} and m.router_name = l.router_name and l.online = 1 and l.newest = 1),
    fallen as (update network_link set vpn_offline_since = ${to} where account_id = ${account_id} and vpn_online = 0)
    insert into outage (account_id, router_name, state, cause, start_time, end_time)
    select ${account_id}::bigint, router_name, 'down', 'connection_lost', at, next from log
    where online = 0 and (next is not null or router_name = ${lost})`.execute(db)
}

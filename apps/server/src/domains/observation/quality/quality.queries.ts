import { type RawBuilder, sql } from 'kysely'
import type { ReadingDb } from '../../../db/client.ts'
import { memberInScope } from '../../../db/member-scope.ts'
import { all, hasText } from '../../../db/search.ts'
import type { MemberScope } from '../../../kernel/actor.ts'
import { fromUnix } from '../../../kernel/clock.ts'
import type { Counts, Figures, ListedLink, Sums } from './quality.rules.ts'
import { rowsOf } from '../../../db/rows-of.ts'

export type LinkName = Pick<ListedLink, 'router_name' | 'center_router_name'>
/** Figures of one link of several. */
export type LinkPart = LinkName & Counts
/** A link with its last minutes together, as null where it was not measured, and its usual time there and back. */
export type JudgedLink = ListedLink & { [K in keyof Omit<Counts, 'time'>]: Counts[K] | null } & { usual_rtt: number | null }

/**
 * Returns all links of a network that are measured, those to centers and to branches that listen, of members in the caller's scope, each
 * with what its minutes from one time until another tell together.
 */
export async function listMeasured(
  { account_id, sql: db }: ReadingDb,
  scope: MemberScope | undefined,
  {
    network_number,
    router_name,
    center_router_name,
    search,
  }: { network_number: string; router_name?: string; center_router_name?: string; search: string },
  [from, to]: readonly [from: number, to: number],
): Promise<JudgedLink[]> {
  const found = all(
    sql`l.account_id = ${account_id} and l.network_number = ${network_number} and l.kind in ('center', 'p2p')`,
    memberInScope(account_id, scope, sql`l.router_name`),
    router_name !== undefined && sql`${router_name} in (l.router_name, l.center_router_name)`,
    center_router_name !== undefined && sql`l.center_router_name = ${center_router_name}`,
    search !== '' && hasText(sql`lower(concat_ws(' ', l.router_name, p.note, l.center_router_name, c.note))`, search),
  )
  const { rows } = await sql<JudgedLink>`
    select l.router_name, p.note as router_name_note, l.center_router_name, c.note as center_router_name_note, l.enable, l.vpn_online, u.rtt as usual_rtt,
      newest.*
    from network_link l join member p using (account_id, router_name)
      join member c on (c.account_id, c.router_name) = (l.account_id, l.center_router_name)
      left join quality_usual u on (u.account_id, u.network_number, u.router_name, u.center_router_name)
        = (l.account_id, l.network_number, l.router_name, l.center_router_name)
      cross join lateral (select sum(q.sent)::integer as sent, sum(q.reflected)::integer as reflected, sum(q.received)::integer as received,
          avg(q.rtt_p50)::real as rtt_p50, avg(q.rtt_p95)::real as rtt_p95, avg(q.jitter_out)::real as jitter_out, avg(q.jitter_back)::real as jitter_back
        from quality_minute q where (q.account_id, q.network_number, q.router_name, q.center_router_name)
            = (l.account_id, l.network_number, l.router_name, l.center_router_name)
          and q.time >= ${at(from)} and q.time < ${at(to)} and q.time > p.create_time) newest
    where ${found} order by l.router_name, l.center_router_name`.execute(db)
  return rows
}

const tableOf = (sums: Sums) => sql.table(`quality_${sums}`)
const at = (time: number) => sql`${fromUnix(time)}::timestamptz`

/** Returns figures of these links of a network from one time until another, oldest first. */
export async function partsOfLinks(
  { account_id, sql: db }: ReadingDb,
  network_number: string,
  links: readonly LinkName[],
  sums: Sums,
  [from, to]: readonly [from: number, to: number],
): Promise<LinkPart[]> {
  const { rows } = await sql<LinkPart>`
    select l.router_name, l.center_router_name, part.time, part.sent, part.reflected, part.received, part.rtt_p50, part.rtt_p95, part.jitter_out, part.jitter_back
    from ${rowsOf('l', links, { router_name: 'text', center_router_name: 'text' })}
      cross join lateral (select q.time, q.sent, q.reflected, q.received, q.rtt_p50, q.rtt_p95, q.jitter_out, q.jitter_back
        from ${tableOf(sums)} q
        where ${isOf(account_id, network_number, sql`l.router_name`, sql`l.center_router_name`)}
          and q.time >= ${at(from)} and q.time < ${at(to)}) part
    order by 1, 2, 3`.execute(db)
  return rows
}

/**
 * Builds the condition that figures are of a link, from when the member that dials it was created: earlier ones are of a former member of the
 * same name.
 */
const isOf = (account_id: number, network_number: string, name: RawBuilder<unknown>, center: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`q.account_id = ${account_id} and q.network_number = ${network_number} and q.router_name = ${name} and q.center_router_name = ${center}
    and q.time > (select m.create_time from member m where m.account_id = ${account_id} and m.router_name = ${name})`

/** Returns the figures of one link from one time until another, oldest first. */
export async function partsOfLink(
  { account_id, sql: db }: ReadingDb,
  { network_number, router_name, center_router_name }: LinkName & { network_number: string },
  sums: Sums,
  [from, to]: readonly [from: number, to: number],
): Promise<Figures[]> {
  const { rows } = await sql<Figures>`
    select q.time, q.sent, q.reflected, q.received, q.rtt_min, q.rtt_p50, q.rtt_p95, q.rtt_max, q.jitter_out, q.jitter_back, q.longest_gap, q.reordered
    from ${tableOf(sums)} q
    where ${isOf(account_id, network_number, sql`${router_name}`, sql`${center_router_name}`)}
      and q.time >= ${at(from)} and q.time < ${at(to)}
    order by q.time`.execute(db)
  return rows
}

/** Returns the usual time there and back of a link as it was last worked out, in milliseconds. */
export async function findUsual(
  { account_id, sql: db }: ReadingDb,
  { network_number, router_name, center_router_name }: LinkName & { network_number: string },
): Promise<number | undefined> {
  const found = await db
    .selectFrom('quality_usual')
    .select('rtt')
    .where('account_id', '=', account_id)
    .where('network_number', '=', network_number)
    .where('router_name', '=', router_name)
    .where('center_router_name', '=', center_router_name)
    .executeTakeFirst()
  return found?.rtt
}

import { type Availability, foldTag, type MemberCondition, MOST_FOUND, type NetworkInfo } from '@weft/contract'
import { type RawBuilder, sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import { memberInScope } from '../../../db/member-scope.ts'
import { all } from '../../../db/search.ts'
import type { MemberScope } from '../../../kernel/actor.ts'
import { wellDay } from '../../observation/outage/outage.service.ts'
import { conditionColumns, needsAttention, withState } from '../../network/state/state.service.ts'
import { isIn, isTagged, type MemberFilter } from './list.queries.ts'

/** Above so many software members their list is in the order of their age: the state of each would have to be known for each page. */
const MOST_STATED = 10_000

export interface StateFilter extends MemberFilter {
  attention?: '1' | undefined
  /** The networks that the caller may see; undefined for all. */
  visible: ReadonlySet<string> | undefined
  /** The members to which the caller is limited; undefined for all. */
  scope?: MemberScope | undefined
}

/** Returns whether all members that a filter finds are listed by state, the worst first; of very many software members it takes too long. */
export async function listsByState(db: AccountDb, { type, attention, scope }: StateFilter): Promise<boolean> {
  if (type === '1' || attention !== undefined || scope !== undefined) return true
  const row = await db.sql
    .selectFrom('member_count')
    .select('members')
    .where('account_id', '=', db.account_id)
    .where('router_type', '=', 2)
    .executeTakeFirst()
  return (row?.members ?? 0) <= MOST_STATED
}

const FLAGS = ['online', 'online_status', 'status'] as const
const kindsOf = ({ type }: StateFilter) => (type === undefined ? [1, 2] : [Number(type)])

/** Returns whether the filter finds fewer than all members of its kind, so that the matches are counted up to a limit. */
export const isNarrowed = (filter: StateFilter) =>
  filter.scope !== undefined ||
  filter.search !== '' ||
  [...FLAGS, 'province' as const, 'tag' as const].some((name) => filter[name] !== undefined)

function matching({ account_id }: AccountDb, filter: StateFilter): RawBuilder<unknown> {
  const found = kindsOf(filter).map((kind) => sql`select router_name from weft_find_members(${kind}::smallint, ${filter.search}::text)`)
  return sql`from member m ${withState(filter.visible && [...filter.visible])}
    where ${all(
      // Written out: a plan that is kept would take a kind that is given for half of the members.
      sql`m.account_id = ${account_id} and m.router_type in (${sql.join(kindsOf(filter).map((kind) => sql.lit(kind)))})`,
      filter.scope !== undefined && memberInScope(account_id, filter.scope, sql`m.router_name`),
      filter.search !== '' && sql`m.router_name in (${sql.join(found, sql` union all `)})`,
      filter.attention !== undefined && needsAttention,
      filter.province !== undefined && isIn(filter.province),
      filter.tag !== undefined && isTagged(account_id, foldTag(filter.tag)),
      ...FLAGS.map((flag) => filter[flag] !== undefined && sql`m.${sql.ref(flag)} = ${Number(filter[flag])}`),
    )}`
}

const WORST = sql`order by rank, name, router_name`
const ranked = sql`m.router_name, st.rank, st.name`

/** Returns the names on a page of the members that a filter finds, the worst first, and how many it finds. */
export async function pageByState(
  db: AccountDb,
  filter: StateFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; names: string[] }> {
  const { rows } = await sql<{ count: number; router_name: string | null }>`
    with found as materialized (select ${ranked} ${matching(db, filter)}),
      page as (select router_name, row_number() over (${WORST}) as place from found ${WORST} limit ${limit} offset ${offset})
    select total.count, page.router_name from (select count(*) from found) total left join page on true order by page.place`.execute(db.sql)
  const count = rows[0]?.count ?? 0
  const most = isNarrowed(filter) ? MOST_FOUND + 1 : count
  return {
    count: Math.min(count, most),
    names: rows.flatMap(({ router_name }) => router_name ?? []).slice(0, Math.max(0, most - offset)),
  }
}

/** Returns the names of the first `most` members that the filter finds, the worst first. */
export async function namesByState(db: AccountDb, filter: StateFilter, most: number): Promise<string[]> {
  const { rows } = await sql<{ router_name: string }>`
    select router_name from (select ${ranked} ${matching(db, filter)}) found ${WORST} limit ${most}`.execute(db.sql)
  return rows.map((row) => row.router_name)
}

export interface ListedState extends MemberCondition, Availability {
  router_name: string
  networks: Pick<NetworkInfo, 'network_number' | 'network_name'>[]
}

/** Returns how these members are, their last 24 hours as if these had been well (`troubledDays` tells where not), and their networks, as far as the caller may see them. */
export async function listStates(
  db: AccountDb,
  names: readonly string[],
  visible: ReadonlySet<string> | undefined,
): Promise<Map<string, ListedState>> {
  if (names.length === 0) return new Map()
  const { account_id: account } = db
  const these = (name: RawBuilder<unknown>) => sql`${name} = any(${[...names]}::text[])`
  const { rows } = await sql<ListedState>`
    select m.router_name, ${conditionColumns}, ${wellDay}, coalesce((
        select json_agg(json_build_object('network_number', n.network_number, 'network_name', n.network_name) order by n.network_name, n.network_number)
        from network_member nm join network n using (account_id, network_number)
        where (nm.account_id, nm.router_name) = (m.account_id, m.router_name)
          ${visible === undefined ? sql`` : sql`and n.network_number = any(${[...visible]}::text[])`}), '[]') as networks
    from member m ${withState(visible && [...visible])}
    where m.account_id = ${account} and ${these(sql`m.router_name`)}`.execute(db.sql)
  return new Map(rows.map((row) => [row.router_name, row]))
}

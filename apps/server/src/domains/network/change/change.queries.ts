import { isDeepStrictEqual } from 'node:util'
import type { NetworkImpact } from '@weft/contract'
import type { MemberSettings, NetworkSettings, PatchEntry } from '@weft/member-config'
import { formatIpv4, memberAddresses, parsePrefix } from '@weft/net'
import { sql } from 'kysely'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import { optionAssignments } from '../../../db/network-options.ts'
import type { FrPending } from '../../../db/schema/network.ts'

const prefixOf = (text: string) => parsePrefix(text)!

type Saved = { [K in keyof MemberSettings]: MemberSettings[K] } & { router_name: string; router_type: 1 | 2 }

/** Writes the differences between two settings of a network and increments its revision. @returns the new revision */
export async function saveSettings(
  db: AccountDb,
  network_number: string,
  before: NetworkSettings,
  after: NetworkSettings,
  typeOf: (router_name: string) => 1 | 2,
): Promise<number> {
  const { account_id } = db
  const key = sql`(${account_id}::bigint, ${network_number}::text)`
  const gone = Object.keys(before.members).filter((name) => !after.members[name])
  if (gone.length > 0)
    await sql`delete from network_member where (account_id, network_number) = ${key} and router_name = any(${gone})`.execute(db.sql)

  const changed = Object.entries(after.members)
    .filter(([name, member]) => !isDeepStrictEqual(before.members[name], member))
    .map(([router_name, member]): Saved => ({ ...member, router_name, router_type: typeOf(router_name) }))
  if (changed.length > 0) await saveMembers(db, network_number, before, changed)
  await saveLinks(db, network_number, before, after)

  const { rows } = await sql<{ revision: number }>`
    update network set network_name = ${after.network_name}, ${optionAssignments(after)}, dns = ${after.dns},
      routing_type = ${after.routing.type}, main_router = ${after.routing.main_router}, secondary_router = ${after.routing.secondary_router},
      center_link = ${JSON.stringify(after.center_link)}::jsonb, revision = revision + 1, update_time = now()
    where (account_id, network_number) = ${key} returning revision`.execute(db.sql)
  if (before.network_fr_id !== after.network_fr_id) {
    await sql`update network_fr set network_number = null where (account_id, network_number) = ${key}`.execute(db.sql)
    if (after.network_fr_id !== null)
      await sql`update network_fr set network_number = ${network_number} where account_id = ${account_id} and network_fr_id = ${after.network_fr_id}::bigint`.execute(
        db.sql,
      )
  }
  return rows[0]!.revision
}

async function saveMembers(db: AccountDb, network_number: string, before: NetworkSettings, members: readonly Saved[]): Promise<void> {
  const { account_id } = db
  const key = sql`${account_id}::bigint, ${network_number}::text`
  const rows = (values: readonly object[]) => sql`${JSON.stringify(values)}::jsonb`
  await sql`
    insert into network_member as n (account_id, network_number, router_name, router_type, member_type, default_route, metric, quagga, software_mode, ov_main, ov_backup, prefix)
    select ${key}, router_name, router_type, member_type, default_route, metric, quagga, mode, ov_main, ov_backup, prefix
    from jsonb_to_recordset(${rows(members)}) as m(router_name text, router_type smallint, member_type text, default_route smallint, metric smallint,
      quagga smallint, mode smallint, ov_main bigint, ov_backup bigint, prefix jsonb)
    on conflict (account_id, network_number, router_name) do update set member_type = excluded.member_type, default_route = excluded.default_route,
      metric = excluded.metric, quagga = excluded.quagga, software_mode = excluded.software_mode, ov_main = excluded.ov_main,
      ov_backup = excluded.ov_backup, prefix = excluded.prefix`.execute(db.sql)

  const demoted = members.filter(({ router_name, center }) => center === null && before.members[router_name]?.center)
  if (demoted.length > 0)
    await sql`delete from network_center where (account_id, network_number) = (${key}) and router_name = any(${demoted.map((m) => m.router_name)})`.execute(
      db.sql,
    )
  const centers = members.flatMap(({ router_name, center }) => (center ? [{ router_name, ...center }] : []))
  if (centers.length > 0)
    await sql`
      insert into network_center (account_id, network_number, router_name, router_segment, software_segment, router_port, software_port)
      select ${key}, * from jsonb_to_recordset(${rows(centers)}) as c(router_name text, router_segment cidr, software_segment cidr, router_port jsonb, software_port jsonb)
      on conflict (account_id, network_number, router_name) do update set router_segment = excluded.router_segment,
        software_segment = excluded.software_segment, router_port = excluded.router_port, software_port = excluded.software_port`.execute(
      db.sql,
    )
}

interface LinkRow {
  kind: 'center' | 'twin' | 'pop' | 'p2p'
  router_name: string
  /** The member at the other end; for a link to a POP, its area's `ov_id`. */
  other: string
  vpn_ip: string
  enable: 0 | 1
}

/** Returns the tunnels of the settings, keyed by kind and both ends. */
function linksOf({ members, center_link }: NetworkSettings): Map<string, LinkRow> {
  const rows = Object.entries(members).flatMap(([router_name, { links, pop_links }]): LinkRow[] => [
    ...Object.entries(links).map(([other, link]): LinkRow => {
      const kind = members[other]?.member_type === 'center' ? 'center' : 'p2p'
      return { kind, router_name, other, ...link }
    }),
    ...Object.entries(pop_links).map(([other, link]) => ({ kind: 'pop' as const, router_name, other, ...link, enable: 1 as const })),
  ])
  const { enable, center_router_name, segment } = center_link
  const dialling = Object.keys(members).find((name) => members[name]!.member_type === 'center' && name !== center_router_name)
  if (enable === 1 && center_router_name !== null && segment !== null && dialling !== undefined)
    rows.push({
      kind: 'twin',
      router_name: dialling,
      other: center_router_name,
      vpn_ip: formatIpv4(memberAddresses(prefixOf(segment)).first),
      enable,
    })
  return new Map(rows.map((row) => [`${row.kind} ${row.other} ${row.router_name}`, row]))
}

/** Saves the links. One whose address changes is deleted and inserted again, so that two may exchange theirs: its tunnel is new too. */
async function saveLinks(db: AccountDb, network_number: string, before: NetworkSettings, after: NetworkSettings): Promise<void> {
  const { account_id } = db
  const key = sql`${account_id}::bigint, ${network_number}::text`
  const recordset = (values: readonly LinkRow[]) =>
    sql`jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as g(kind text, router_name text, other text, vpn_ip inet, enable smallint)`
  const [had, has] = [linksOf(before), linksOf(after)]
  const moved = (a: LinkRow, b: LinkRow | undefined) => b === undefined || a.vpn_ip !== b.vpn_ip
  const gone = [...had].flatMap(([name, row]) => (moved(row, has.get(name)) ? [row] : []))
  const made = [...has].flatMap(([name, row]) => (moved(row, had.get(name)) ? [row] : []))
  const switched = [...has].flatMap(([name, row]) => {
    const was = had.get(name)
    return was && !moved(row, was) && was.enable !== row.enable ? [row] : []
  })
  const end = sql`case when g.kind = 'pop' then (select p.pop_name from network_fr_area a join pop p on p.id = a.pop_id
    where a.account_id = ${account_id} and a.ov_id = g.other::bigint) else g.other end`
  if (gone.length > 0)
    await sql`delete from network_link l using ${recordset(gone)}
      where (l.account_id, l.network_number, l.router_name, l.center_router_name) = (${key}, g.router_name, ${end})`.execute(db.sql)
  if (made.length > 0)
    await sql`insert into network_link (account_id, network_number, kind, center_router_name, router_name, vpn_ip, enable, ov_id)
      select ${key}, kind, ${end}, router_name, vpn_ip, enable, case when kind = 'pop' then other::bigint end from ${recordset(made)}`.execute(
      db.sql,
    )
  if (switched.length > 0)
    await sql`update network_link l set enable = g.enable from ${recordset(switched)}
      where (l.account_id, l.network_number, l.router_name, l.center_router_name) = (${key}, g.router_name, g.other)`.execute(db.sql)
}

export interface NewRevision {
  network_number: string
  revision: number
  by_name: string | null
  by_kind: 'login' | 'operator' | 'system'
  summary: string
  patch: readonly PatchEntry[]
  impact: readonly NetworkImpact[]
  /** The patch and the effects of each change of a draft; one for all of a draft with many. Empty if the revision is no draft. */
  steps: readonly { patch: PatchEntry[]; impact: NetworkImpact[] }[]
  /** The revision whose settings it restores; null if it is a change like any other. */
  restores: number | null
  /** The centers that are watched for `guard_seconds` after the revision; with null none is. */
  guarded: readonly string[]
  guard_seconds: number | null
}

export async function insertRevision(db: AccountDb, { patch, impact, steps, guard_seconds, guarded, ...row }: NewRevision): Promise<void> {
  await db.sql
    .insertInto('network_revision')
    .values({
      ...row,
      account_id: db.account_id,
      patch: JSON.stringify(patch),
      impact: JSON.stringify(impact),
      steps: JSON.stringify(steps),
      guarded: [...guarded],
      guard_until: guard_seconds === null ? null : sql<Date>`now() + make_interval(secs => ${guard_seconds})`,
    })
    .execute()
}

/** Notes which members a revision touched, with the configuration revisions that they have by then, so that its progress can be followed. */
export async function markTouched(db: AccountDb, network_number: string, revision: number, names: readonly string[]): Promise<void> {
  await sql`
    update network_member nm set touched_revision = ${revision}, touched_config = m.config_revision, touched_online = m.online_status,
      touched_settled = null
    from member m
    where nm.account_id = ${db.account_id} and nm.network_number = ${network_number} and nm.router_name = any(${[...names]})
      and (m.account_id, m.router_name) = (nm.account_id, nm.router_name)`.execute(db.sql)
}

/** The most memberships that one statement settles. */
const MOST_SETTLED = 5000

/**
 * Notes when members first answered, with success or without, what the newest revisions of their networks gave them; without `members`, of
 * all members. A member that reconnected between the change and its answer counts as not connected at the change. Leaves out
 * memberships that are being changed, and so locks nothing that others wait for: until it is called again, those show the time of the
 * member's latest answer, and a later configuration moves it.
 */
export async function markSettled({ sql: db }: SystemDb, members?: readonly { account_id: number; router_name: string }[]): Promise<void> {
  if (members?.length === 0) return
  const among = members
    ? sql`and (nm.account_id, nm.router_name) in (
        select * from unnest(${members.map((m) => m.account_id)}::bigint[], ${members.map((m) => m.router_name)}::text[]))`
    : sql``
  await sql`
    with settled as (
      select nm.account_id, nm.network_number, nm.router_name, m.settle_time, m.connect_time > r.create_time and m.connect_time <= m.settle_time as came_back
      from network_member nm
      join member m using (account_id, router_name)
      left join network_revision r
        on (r.account_id, r.network_number, r.revision) = (nm.account_id, nm.network_number, nm.touched_revision)
      where nm.touched_revision > 0 and nm.touched_settled is null and m.settle_time is not null
        and (m.applied_revision >= nm.touched_config or m.config_error is not null) ${among}
      limit ${MOST_SETTLED}
      for no key update of nm skip locked)
    update network_member nm set touched_settled = s.settle_time, touched_online = case when s.came_back then 0 else nm.touched_online end
    from settled s
    where (nm.account_id, nm.network_number, nm.router_name) = (s.account_id, s.network_number, s.router_name)`.execute(db)
}

/** Returns those of the members that are online now. */
export async function signedIn(db: AccountDb, names: readonly string[]): Promise<string[]> {
  const rows = await db.sql
    .selectFrom('member')
    .select('router_name')
    .where('account_id', '=', db.account_id)
    .where(sql<boolean>`router_name = any(${[...names]})`)
    .where('online_status', '=', 1)
    .execute()
  return rows.map((row) => row.router_name)
}

/** Saves the POP resource that waits until the address pool is reviewed; null removes it. */
export const writePending = (db: AccountDb, network_number: string, pending: FrPending | null) =>
  db.sql
    .updateTable('network')
    .set({ fr_pending: pending === null ? null : JSON.stringify(pending) })
    .where('account_id', '=', db.account_id)
    .where('network_number', '=', network_number)
    .execute()

/** Returns false if an account has the number already. */
export async function insertNetwork(db: AccountDb, network_number: string, network_name: string): Promise<boolean> {
  const made = await db.sql
    .insertInto('network')
    .values({ account_id: db.account_id, network_number, network_name, revision: 0 })
    .onConflict((conflict) => conflict.column('network_number').doNothing())
    .returning('network_number')
    .executeTakeFirst()
  return made !== undefined
}

export const deleteNetwork = (db: AccountDb, network_number: string) =>
  db.sql.deleteFrom('network').where('account_id', '=', db.account_id).where('network_number', '=', network_number).execute()

export async function markReverted(db: AccountDb, network_number: string, revision: number): Promise<void> {
  await db.sql
    .updateTable('network_revision')
    .set({ reverted: 1, guard_until: null })
    .where('account_id', '=', db.account_id)
    .where('network_number', '=', network_number)
    .where('revision', '=', revision)
    .execute()
}

/** Ends the watch of revisions whose time is over or that a later one followed, except those in `kept`, which are still to be undone. */
export async function endGuards(
  { sql: db }: SystemDb,
  kept: readonly { account_id: number; network_number: string; revision: number }[],
): Promise<void> {
  await sql`
    update network_revision r set guard_until = null
    where r.guard_until is not null and (r.guard_until <= now() or exists (select from network n
      where (n.account_id, n.network_number) = (r.account_id, r.network_number) and n.revision <> r.revision))
      and (r.account_id, r.network_number, r.revision) not in
        (select * from unnest(${kept.map((l) => l.account_id)}::bigint[], ${kept.map((l) => l.network_number)}::text[], ${kept.map((l) => l.revision)}::bigint[]))`.execute(
    db,
  )
}

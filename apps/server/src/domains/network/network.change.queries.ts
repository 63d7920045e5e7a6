import { isDeepStrictEqual } from 'node:util'
import type { MemberSettings, NetworkSettings, PatchEntry } from '@weft/member-config'
import { formatIpv4, maskBits, memberAddresses, networkAddress, parseIpv4, parsePrefix } from '@weft/net'
import { type RawBuilder, sql } from 'kysely'
import type { AccountDb } from '../../db/client.ts'
import type { FrPending } from '../../db/schema/network.ts'
import type { Claim, Surroundings } from './network.claim.rules.ts'
import type { Listening } from './network.port.rules.ts'
import type { Resource } from './network.scene.rules.ts'

const prefixOf = (text: string) => parsePrefix(text)!

/** Whether a network, null for none, is one that the caller may not see. */
export type Hidden = (network_number: string | null) => boolean

/** The segments of the account's other networks and of its POP resources, but the one named. */
async function segmentsElsewhere(
  db: AccountDb,
  network_number: string,
  names: readonly string[],
  network_fr_id: string | null,
  hidden: Hidden,
): Promise<Claim[]> {
  const { account_id } = db
  interface Row {
    purpose: Claim['purpose']
    owner: string
    segment: string
    network: string
    number: string | null
    shared: boolean
  }
  const shared = (number: RawBuilder<unknown>) =>
    sql`exists (select from network_member s where (s.account_id, s.network_number) = (${account_id}, ${number})
      and s.router_type = 1 and s.router_name = any(${[...names]}))`
  const [ofNetwork, ofResource] = [sql.ref('n.network_number'), sql.ref('f.network_number')]
  const { rows } = await sql<Row>`
    select s.purpose, c.router_name as owner, s.segment::text, n.network_name as network, n.network_number as number, ${shared(ofNetwork)} as shared
      from network_center c join network n using (account_id, network_number),
        lateral (values ('center_hardware', c.router_segment), ('center_software', c.software_segment)) s(purpose, segment)
      where c.account_id = ${account_id} and c.network_number <> ${network_number}
    union all
    select 'center_link', '', n.center_link->>'segment', n.network_name, n.network_number, ${shared(ofNetwork)}
      from network n where n.account_id = ${account_id} and n.network_number <> ${network_number} and n.center_link->>'segment' is not null
    union all
    select s.purpose, '', s.segment::text, f.shortname, f.network_number, ${shared(ofResource)}
      from network_fr f, lateral (values ('pop', f.segment), ('other', f.other_segment)) s(purpose, segment)
      where f.account_id = ${account_id} and f.network_fr_id is distinct from ${network_fr_id}::bigint
    union all
    select 'pop_software', a.area, a.software_segment::text, f.shortname, f.network_number, ${shared(ofResource)}
      from network_fr_area a join network_fr f using (account_id, network_fr_id)
      where a.account_id = ${account_id} and a.network_fr_id is distinct from ${network_fr_id}::bigint`.execute(db.sql)
  return rows.map(({ segment, network, number, ...row }) => ({
    ...row,
    network: hidden(number) ? '' : network,
    prefix: prefixOf(segment),
    source: 'edited',
  }))
}

/** The prefixes of networks that share a device with this one: on such a device they must not overlap (data-plane.md §1). */
async function prefixesOfShared(db: AccountDb, network_number: string, names: readonly string[], hidden: Hidden): Promise<Claim[]> {
  const { account_id } = db
  const { rows } = await sql<{ owner: string; ip: string; mask: number; network: string; number: string }>`
    select p.router_name as owner, r->>'ip' as ip, (r->>'mask')::int as mask, n.network_name as network, n.network_number as number
    from network_member p join network n using (account_id, network_number), lateral jsonb_array_elements(p.prefix) r
    where p.account_id = ${account_id} and r->>'permission' = 'permit' and p.network_number in
      (select s.network_number from network_member s where s.account_id = ${account_id} and s.router_name = any(${[...names]})
        and s.router_type = 1 and s.network_number <> ${network_number})`.execute(db.sql)
  return rows.map(({ owner, ip, mask, network, number }) => ({
    purpose: 'prefix',
    owner,
    network: hidden(number) ? '' : network,
    prefix: { network: parseIpv4(ip)!, mask },
    source: 'edited',
  }))
}

/** What hardware members report of their LANs. */
async function lansOf(db: AccountDb, names: readonly string[]): Promise<Claim[]> {
  const { rows } = await sql<{ owner: string; ip: string; mask: string }>`
    select m.router_name as owner, i->>'ipv4' as ip, i->>'ipv4_subnet_mask' as mask
    from member m, lateral jsonb_array_elements(m.interfaces) i
    where m.account_id = ${db.account_id} and m.router_name = any(${[...names]}) and m.router_type = 1
      and i->>'interface' ~ '^(br-)?lan' and i->>'ipv4' is not null and i->>'ipv4_subnet_mask' is not null`.execute(db.sql)
  return rows.flatMap(({ owner, ip, mask }): Claim[] => {
    const [address, bits] = [parseIpv4(ip), maskBits(mask)]
    if (address === undefined || bits === undefined) return []
    return [{ purpose: 'lan', owner, prefix: { network: networkAddress(address, bits), mask: bits }, source: 'reported' }]
  })
}

/** What takes addresses around a network that has these members and this POP resource. */
export async function surroundingsOf(
  db: AccountDb,
  network_number: string,
  names: readonly string[],
  network_fr_id: string | null,
  hidden: Hidden = () => false,
): Promise<Surroundings> {
  const resource = network_fr_id === null ? undefined : await findSegments(db, network_fr_id)
  return {
    others: [
      ...(await segmentsElsewhere(db, network_number, names, network_fr_id, hidden)),
      ...(await prefixesOfShared(db, network_number, names, hidden)),
    ],
    lans: await lansOf(db, names),
    pop: resource,
  }
}

const findSegments = (db: AccountDb, network_fr_id: string) =>
  db.sql
    .selectFrom('network_fr')
    .select(['segment', 'other_segment'])
    .where('account_id', '=', db.account_id)
    .where('network_fr_id', '=', Number(network_fr_id))
    .executeTakeFirst()

/** POP resources of the account, with their areas; usable while their service runs. */
export async function findResources(db: AccountDb, ids: readonly string[]): Promise<Map<string, Resource>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Resource>`
    select f.network_fr_id::text, f.network_number, n.network_name,
      coalesce(s.revoke_time is null and s.start_time <= now() and (s.expired_time is null or s.expired_time > now()), false) as usable,
      coalesce((select json_object_agg(a.ov_id::text, json_build_object('area', a.area, 'pop_name', p.pop_name, 'public_ip', host(p.public_ip),
          'port', p.port, 'slot', a.slot, 'router_segment', a.router_segment, 'software_segment', a.software_segment))
        from network_fr_area a join pop p on p.id = a.pop_id
        where (a.account_id, a.network_fr_id) = (f.account_id, f.network_fr_id)), '{}') as areas
    from network_fr f left join network n using (account_id, network_number) left join service s on s.id = f.service_id
    where f.account_id = ${db.account_id} and f.network_fr_id = any(${ids.map(Number)})`.execute(db.sql)
  return new Map(rows.map((row) => [row.network_fr_id, row]))
}

/** What listens on these devices for other networks. */
export async function listeningElsewhere(db: AccountDb, network_number: string, names: readonly string[]): Promise<Listening[]> {
  const { rows } = await sql<Listening>`
    select c.router_name, p.service, p.port::int as port, n.network_number, n.network_name
    from network_center c join network n using (account_id, network_number),
      lateral (values ('hardware', c.router_port->>'static_port'), ('software', c.software_port->>'static_port')) p(service, port)
    where c.account_id = ${db.account_id} and c.network_number <> ${network_number} and c.router_name = any(${[...names]})
    union all
    select n.center_link->>'center_router_name', 'twin', (n.center_link->>'static_port')::int, n.network_number, n.network_name
    from network n where n.account_id = ${db.account_id} and n.network_number <> ${network_number}
      and n.center_link->>'center_router_name' = any(${[...names]})`.execute(db.sql)
  return rows
}

type Saved = { [K in keyof MemberSettings]: MemberSettings[K] } & { router_name: string; router_type: 1 | 2 }

/** Writes what differs between two settings of a network; its revision becomes one more. @returns the new revision */
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
    update network set network_name = ${after.network_name}, mode = ${after.mode}, ncp_ciphers = ${after.ncp_ciphers}, dns = ${after.dns},
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
  /** The center; of a link to a POP its area's `ov_id`. */
  other: string
  vpn_ip: string
  enable: 0 | 1
}

/** The tunnels that settings ask for, by their two ends. */
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

/** Links whose address changes are made anew, so that two may exchange theirs: their tunnels are new ones as well. */
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
  /** Centers watched for so many seconds; null watches nobody. */
  guarded: readonly string[]
  guard_seconds: number | null
}

export async function insertRevision(db: AccountDb, { patch, guard_seconds, guarded, ...row }: NewRevision): Promise<void> {
  await db.sql
    .insertInto('network_revision')
    .values({
      ...row,
      account_id: db.account_id,
      patch: JSON.stringify(patch),
      guarded: [...guarded],
      guard_until: guard_seconds === null ? null : sql<Date>`now() + make_interval(secs => ${guard_seconds})`,
    })
    .execute()
}

/** The centers among these members that are signed in now. */
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

/** Keeps, or with null forgets, a POP resource that waits for the address pool to be looked at. */
export const writePending = (db: AccountDb, network_number: string, pending: FrPending | null) =>
  db.sql
    .updateTable('network')
    .set({ fr_pending: pending === null ? null : JSON.stringify(pending) })
    .where('account_id', '=', db.account_id)
    .where('network_number', '=', network_number)
    .execute()

import { type MemberLabels, memberLabelNames } from '@weft/contract'
import { type RawBuilder, sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import { memberInScope, memberNamed } from '../../../db/member-scope.ts'
import type { NewRow } from '../../../db/schema.ts'
import type { MemberScope } from '../../../kernel/actor.ts'
import { lockStates } from '../../network/state/state.service.ts'
import { rowsOf } from '../../../db/rows-of.ts'

/** The types of members. A SaaS device has a row in the same table and is no member. */
const KINDS = [1, 2] as const

/** Returns those of these names that are members of the account, and among those to which the caller is limited. */
export const existingMembers = (db: AccountDb, names: readonly string[], scope?: MemberScope): Promise<ReadonlySet<string>> =>
  membersThat(db, names, memberInScope(db.account_id, scope, sql`member.router_name`))

/** Returns those of these names that are members of the account whose names the caller may know. */
export const namedMembers = (db: AccountDb, names: readonly string[], scope?: MemberScope): Promise<ReadonlySet<string>> =>
  membersThat(db, names, memberNamed(db.account_id, scope, sql`member.router_name`))

async function membersThat(db: AccountDb, names: readonly string[], condition: RawBuilder<boolean>): Promise<ReadonlySet<string>> {
  const rows = await db.sql
    .selectFrom('member')
    .select('router_name')
    .where('account_id', '=', db.account_id)
    .where('router_type', 'in', KINDS)
    .where(sql<boolean>`router_name = any(${[...names]})`)
    .where(condition)
    .execute()
  return new Set(rows.map((row) => row.router_name))
}

const members = (db: AccountDb, names: readonly string[]) =>
  db.sql
    .selectFrom('member')
    .select(['router_name', 'router_type', 'status', 'area_code', 'phone', ...memberLabelNames])
    .where('account_id', '=', db.account_id)
    .where('router_type', 'in', KINDS)
    .where(sql<boolean>`router_name = any(${[...names]})`)
    .orderBy('router_name')

export type Member = Awaited<ReturnType<typeof findMembers>>[number]

export const findMembers = (db: AccountDb, names: readonly string[]) => members(db, names).execute()

/** Locks members in the one order that every writer of several uses. The account's limits and networks are locked before. */
export const lockMembers = (db: AccountDb, names: readonly string[]) => members(db, names).forNoKeyUpdate().execute()

/** Returns the disabled software members. */
export const findDisabled = (db: AccountDb) =>
  db.sql
    .selectFrom('member')
    .select(['router_name', 'router_type', 'note'])
    .where('account_id', '=', db.account_id)
    .where('router_type', '=', 2)
    .where('status', '=', 0)
    .orderBy('router_name')
    .execute()

/** Returns those of these members that are in a network outside the visible ones. */
export async function heldElsewhere(db: AccountDb, names: readonly string[], visible: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const rows = await db.sql
    .selectFrom('network_member')
    .select('router_name')
    .distinct()
    .where('account_id', '=', db.account_id)
    .where(sql<boolean>`router_name = any(${[...names]})`)
    .where(sql<boolean>`network_number <> all(${[...visible]})`)
    .execute()
  return new Set(rows.map((row) => row.router_name))
}

/** Returns a phone as one text, `86 13800000000`, which is unique in an account. */
export const phoneKey = ({ area_code, phone }: { area_code: string | null; phone: string | null }) => `${area_code} ${phone}`

/** Returns those of these phones that are bound, with their members. The result stays valid only while the account's limits are held. */
export async function phoneHolders(
  db: AccountDb,
  phones: readonly { area_code: string; phone: string }[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ router_name: string; area_code: string; phone: string }>`
    select m.router_name, m.area_code, m.phone from member m
      join ${rowsOf('p', phones, { area_code: 'text', phone: 'text' })} using (area_code, phone)
    where m.account_id = ${db.account_id}`.execute(db.sql)
  return new Map(rows.map((row) => [phoneKey(row), row.router_name]))
}

/** Returns those of these names that the account already has, in lower case. */
export async function namesTaken(db: AccountDb, names: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ folded: string }>`
    select lower(router_name) as folded from member
    where account_id = ${db.account_id} and lower(router_name) = any(${names.map((name) => name.toLowerCase())}::text[])`.execute(db.sql)
  return new Set(rows.map((row) => row.folded))
}

type NewMember = Omit<NewRow<'member'>, 'account_id'>
const column = <K extends keyof NewMember>(rows: readonly NewMember[], key: K) => rows.map((row) => row[key] ?? null)

/** Inserts members and returns the names inserted: one that any account already has, in whatever case, is left out. */
export async function insertMembers(db: AccountDb, rows: readonly NewMember[]): Promise<ReadonlySet<string>> {
  const made = await sql<{ router_name: string }>`
    insert into member (account_id, router_name, router_type, note, password_hash, password_sealed, area_code, phone, router_model, router_mac)
    select ${db.account_id}::bigint, * from unnest(${column(rows, 'router_name')}::text[], ${column(rows, 'router_type')}::smallint[],
      ${rows.map((row) => row.note ?? '')}::text[], ${column(rows, 'password_hash')}::text[], ${column(rows, 'password_sealed')}::text[], ${column(rows, 'area_code')}::text[],
      ${column(rows, 'phone')}::text[], ${column(rows, 'router_model')}::text[], ${column(rows, 'router_mac')}::text[])
    on conflict do nothing returning router_name`.execute(db.sql)
  return new Set(made.rows.map((row) => row.router_name))
}

const ofNames = (db: AccountDb, names: readonly string[]) =>
  db.sql
    .updateTable('member')
    .where('account_id', '=', db.account_id)
    .where(sql<boolean>`router_name = any(${[...names]})`)

export const writeNote = (db: AccountDb, names: readonly string[], note: string) => ofNames(db, names).set({ note }).execute()

/** The labels besides the name, which `writeNote` writes. */
const OTHERS = memberLabelNames.filter((label) => label !== 'note')

/** Writes the labels of members besides their names, each member's own. */
export async function writeLabels(
  db: AccountDb,
  changes: readonly ({ router_name: string } & Omit<MemberLabels, 'note'>)[],
): Promise<void> {
  // One JSON text, since PostgreSQL has no arrays of arrays of different lengths; the table itself says of what types they are.
  await sql`update member m set ${sql.join(OTHERS.map((label) => sql`${sql.ref(label)} = c.${sql.ref(label)}`))}
    from jsonb_populate_recordset(null::member, ${JSON.stringify(changes)}::jsonb) c
    where m.account_id = ${db.account_id} and m.router_name = c.router_name`.execute(db.sql)
}

/** Replaces the notes of members, except a note that is no longer `former`. */
export async function replaceNotes(
  db: AccountDb,
  changes: readonly { router_name: string; note: string; former: string }[],
): Promise<void> {
  await sql`update member m set note = c.note
    from ${rowsOf('c', changes, { router_name: 'text', note: 'text', former: 'text' })}
    where m.account_id = ${db.account_id} and m.router_name = c.router_name and m.note = c.former`.execute(db.sql)
}

export const writeStatus = (db: AccountDb, names: readonly string[], status: 0 | 1) => ofNames(db, names).set({ status }).execute()

export const writePhone = (db: AccountDb, router_name: string, phone: { area_code: string; phone: string } | null) =>
  ofNames(db, [router_name])
    .set(phone ?? { area_code: null, phone: null })
    .execute()

/** @returns whether there is such a member */
export async function writePassword(db: AccountDb, router_name: string, password_hash: string): Promise<boolean> {
  const { numUpdatedRows } = await ofNames(db, [router_name]).set({ password_hash, password_sealed: null }).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Locks members, and how they are, in the order in which everybody takes these: deleting them would take both as it finds them. */
async function lockToDelete(db: AccountDb, names: readonly string[]): Promise<void> {
  const { account_id } = db
  await sql`select from member where account_id = ${account_id} and router_name = any(${[...names]}::text[]) order by router_name for update`.execute(
    db.sql,
  )
  await lockStates(
    db,
    names.map((router_name) => ({ account_id, router_name })),
  )
}

/** Deletes members with their credentials and memberships. */
export async function deleteMembers(db: AccountDb, names: readonly string[]): Promise<void> {
  await lockToDelete(db, names)
  await db.sql
    .deleteFrom('member')
    .where('account_id', '=', db.account_id)
    .where(sql<boolean>`router_name = any(${[...names]})`)
    .execute()
}

interface Rename {
  from: string
  to: string
}
const sides = (renames: readonly Rename[]) =>
  sql`unnest(${renames.map((one) => one.from)}::text[], ${renames.map((one) => one.to)}::text[]) as r(former, name)`

/** Copies members under other names, next to the former rows and without their phones, which are unique. */
export async function copyRenamed(db: AccountDb, renames: readonly Rename[]): Promise<void> {
  await sql`insert into member (account_id, router_name, router_type, ${sql.join(memberLabelNames.map((label) => sql.ref(label)))}, password_hash, password_sealed, status, create_time)
    select m.account_id, r.name, m.router_type, ${sql.join(memberLabelNames.map((label) => sql.ref(`m.${label}`)))}, m.password_hash, m.password_sealed, m.status, m.create_time
    from ${sides(renames)} join member m on m.account_id = ${db.account_id} and m.router_name = r.former`.execute(db.sql)
}

interface Phone {
  router_name: string
  area_code: string
  phone: string
}

/** Deletes the members that were renamed and returns their phones. */
export async function takeRenamed(db: AccountDb, names: readonly string[]): Promise<Phone[]> {
  await lockToDelete(db, names)
  const { rows } = await sql<Phone & { phone: string | null }>`
    delete from member where account_id = ${db.account_id} and router_name = any(${[...names]}::text[])
    returning router_name, area_code, phone`.execute(db.sql)
  return rows.filter((row) => row.phone !== null)
}

export async function givePhones(db: AccountDb, renames: readonly Rename[], phones: readonly Phone[]): Promise<void> {
  if (phones.length === 0) return
  await sql`update member m set area_code = p.area_code, phone = p.phone
    from ${sides(renames)} join unnest(${phones.map((one) => one.router_name)}::text[], ${phones.map((one) => one.area_code)}::text[],
      ${phones.map((one) => one.phone)}::text[]) as p(former, area_code, phone) using (former)
    where m.account_id = ${db.account_id} and m.router_name = r.name`.execute(db.sql)
}

import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import type { NewRow } from '../../../db/schema.ts'

/** A SaaS device has a row beside them, and is no member. */
const KINDS = [1, 2] as const

export async function existingMembers(db: AccountDb, names: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.sql
    .selectFrom('member')
    .select('router_name')
    .where('account_id', '=', db.account_id)
    .where('router_type', 'in', KINDS)
    .where(sql<boolean>`router_name = any(${[...names]})`)
    .execute()
  return new Set(rows.map((row) => row.router_name))
}

const members = (db: AccountDb, names: readonly string[]) =>
  db.sql
    .selectFrom('member')
    .select(['router_name', 'router_type', 'note', 'status', 'area_code', 'phone'])
    .where('account_id', '=', db.account_id)
    .where('router_type', 'in', KINDS)
    .where(sql<boolean>`router_name = any(${[...names]})`)
    .orderBy('router_name')

export type Member = Awaited<ReturnType<typeof findMembers>>[number]

export const findMembers = (db: AccountDb, names: readonly string[]) => members(db, names).execute()

/** In the one order in which every writer of several locks them; the account's limits and networks are held before. */
export const lockMembers = (db: AccountDb, names: readonly string[]) => members(db, names).forNoKeyUpdate().execute()

/** The disabled software members. */
export const findDisabled = (db: AccountDb) =>
  db.sql
    .selectFrom('member')
    .select(['router_name', 'router_type', 'note'])
    .where('account_id', '=', db.account_id)
    .where('router_type', '=', 2)
    .where('status', '=', 0)
    .orderBy('router_name')
    .execute()

/** Those of these members that a network outside the visible ones holds. */
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

/** Phones as one text, `86 13800000000`: what tells them apart inside an account. */
export const phoneKey = ({ area_code, phone }: { area_code: string | null; phone: string | null }) => `${area_code} ${phone}`

/** Which of these phones are bound, and to whom. The account's limits are held, so that nobody binds one meanwhile. */
export async function phoneHolders(
  db: AccountDb,
  phones: readonly { area_code: string; phone: string }[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ router_name: string; area_code: string; phone: string }>`
    select m.router_name, m.area_code, m.phone from member m
      join unnest(${phones.map((one) => one.area_code)}::text[], ${phones.map((one) => one.phone)}::text[]) as p(area_code, phone) using (area_code, phone)
    where m.account_id = ${db.account_id}`.execute(db.sql)
  return new Map(rows.map((row) => [phoneKey(row), row.router_name]))
}

/** Which of these names are the account's already, in lower case. */
export async function namesTaken(db: AccountDb, names: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ folded: string }>`
    select lower(router_name) as folded from member
    where account_id = ${db.account_id} and lower(router_name) = any(${names.map((name) => name.toLowerCase())}::text[])`.execute(db.sql)
  return new Set(rows.map((row) => row.folded))
}

type NewMember = Omit<NewRow<'member'>, 'account_id'>
const column = <K extends keyof NewMember>(rows: readonly NewMember[], key: K) => rows.map((row) => row[key] ?? null)

/** The names that came to be: one that any account has already, in whatever case, is left out. */
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

/** Replaces notes of members; one that is no longer as it was formerly stays. */
export async function replaceNotes(
  db: AccountDb,
  changes: readonly { router_name: string; note: string; former: string }[],
): Promise<void> {
  const column = (key: 'router_name' | 'note' | 'former') => changes.map((one) => one[key])
  await sql`update member m set note = c.note
    from unnest(${column('router_name')}::text[], ${column('note')}::text[], ${column('former')}::text[]) as c(router_name, note, former)
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

/** Their credentials and memberships go with them. */
export const deleteMembers = (db: AccountDb, names: readonly string[]) =>
  db.sql
    .deleteFrom('member')
    .where('account_id', '=', db.account_id)
    .where(sql<boolean>`router_name = any(${[...names]})`)
    .execute()

interface Rename {
  from: string
  to: string
}
const sides = (renames: readonly Rename[]) =>
  sql`unnest(${renames.map((one) => one.from)}::text[], ${renames.map((one) => one.to)}::text[]) as r(former, name)`

/** The same members under other names, beside the former ones and without their phones, which are unique. */
export async function copyRenamed(db: AccountDb, renames: readonly Rename[]): Promise<void> {
  await sql`insert into member (account_id, router_name, router_type, note, password_hash, password_sealed, status, create_time)
    select m.account_id, r.name, m.router_type, m.note, m.password_hash, m.password_sealed, m.status, m.create_time
    from ${sides(renames)} join member m on m.account_id = ${db.account_id} and m.router_name = r.former`.execute(db.sql)
}

interface Phone {
  router_name: string
  area_code: string
  phone: string
}

/** Deletes those that were renamed; answers their phones. */
export async function takeRenamed(db: AccountDb, names: readonly string[]): Promise<Phone[]> {
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

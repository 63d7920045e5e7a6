import { sql } from 'kysely'
import { type AccountDb, moment, type SystemDb } from '../../../db/client.ts'
import type { NewRow } from '../../../db/schema.ts'

const columns = ['uuid', 'name', 'email', 'email_verify'] as const

/** Locks the contact until the transaction ends, so that two senders of one link see each other. */
export const lockContact = ({ account_id, sql: db }: AccountDb, uuid: string) =>
  db.selectFrom('contact').where('account_id', '=', account_id).where('uuid', '=', uuid).select(columns).forUpdate().executeTakeFirst()

/** Returns a page of contacts, newest first. */
export async function pageContacts({ account_id, sql: db }: AccountDb, { page, limit }: { page: number; limit: number }) {
  const own = db.selectFrom('contact').where('account_id', '=', account_id)
  const { count } = await own.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await own
    .select(columns)
    .orderBy('create_time', 'desc')
    .orderBy('uuid')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, count }
}

export const findContact = ({ account_id, sql: db }: AccountDb, uuid: string) =>
  db.selectFrom('contact').where('account_id', '=', account_id).where('uuid', '=', uuid).select(columns).executeTakeFirst()

export async function knownContacts({ account_id, sql: db }: AccountDb, uuids: string[]): Promise<string[]> {
  const rows = await db.selectFrom('contact').where('account_id', '=', account_id).where('uuid', 'in', uuids).select('uuid').execute()
  return rows.map((row) => row.uuid)
}

export async function countContacts({ account_id, sql: db }: AccountDb): Promise<number> {
  const { count } = await db
    .selectFrom('contact')
    .where('account_id', '=', account_id)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function insertContact({ account_id, sql: db }: AccountDb, row: Omit<NewRow<'contact'>, 'account_id'>): Promise<void> {
  await db
    .insertInto('contact')
    .values({ account_id, ...row })
    .execute()
}

/** Changes a contact. A changed address must be verified again. */
export async function updateContact({ account_id, sql: db }: AccountDb, uuid: string, { name, email }: { name: string; email: string }) {
  await db
    .updateTable('contact')
    .set({ name, email, email_verify: sql<0 | 1>`case when lower(email) = lower(${email}) then email_verify else 0 end` })
    .where('account_id', '=', account_id)
    .where('uuid', '=', uuid)
    .execute()
}

export async function deleteContact({ account_id, sql: db }: AccountDb, uuid: string): Promise<void> {
  await db.deleteFrom('contact').where('account_id', '=', account_id).where('uuid', '=', uuid).execute()
}

/** Returns the time when the contact's newest link expires; undefined if it has none. */
export async function newestLink({ sql: db }: SystemDb, account_id: number, uuid: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('contact_link')
    .where('account_id', '=', account_id)
    .where('uuid', '=', uuid)
    .select(sql<number | null>`max(expire_time)`.as('expire_time'))
    .executeTakeFirst()
  return row?.expire_time ?? undefined
}

export async function insertLink({ sql: db }: SystemDb, row: NewRow<'contact_link'>): Promise<void> {
  await db.insertInto('contact_link').values(row).execute()
}

/** Uses up a link and the others of its contact, and marks the address verified if it is still the contact's. */
export async function useLink({ sql: db }: SystemDb, link_hash: Buffer, now: Date) {
  const { rows } = await sql<{ account_id: number; name: string }>`
    with used as (delete from contact_link where link_hash = ${link_hash} and expire_time > ${now} returning account_id, uuid, email),
      others as (delete from contact_link l using used where l.account_id = used.account_id and l.uuid = used.uuid and l.link_hash <> ${link_hash})
    update contact c set email_verify = 1 from used
    where c.account_id = used.account_id and c.uuid = used.uuid and lower(c.email) = lower(used.email)
    returning c.account_id, c.name`.execute(db)
  return rows[0]
}

export async function deleteLinks({ sql: db }: SystemDb, before: Date): Promise<void> {
  await db.deleteFrom('contact_link').where('expire_time', '<', moment(before)).execute()
}

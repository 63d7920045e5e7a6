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

/**
 * Marks the address verified to which a link was sent, if it is still the contact's. Returns the contact, and whether this changed it:
 * somebody else, such as the mail service's scanner, may have opened the link before. Undefined if the link verifies nothing.
 */
export async function useLink({ sql: db }: SystemDb, link_hash: Buffer, now: Date) {
  const { rows } = await sql<{ account_id: number; name: string; fresh: boolean }>`
    with found as (
        select c.account_id, c.uuid, c.name, c.email_verify from contact_link l
        join contact c on c.account_id = l.account_id and c.uuid = l.uuid and lower(c.email) = lower(l.email)
        where l.link_hash = ${link_hash} and l.expire_time > ${now} for update of c),
      marked as (
        update contact c set email_verify = 1 from found
        where c.account_id = found.account_id and c.uuid = found.uuid and found.email_verify = 0 returning c.uuid)
    select account_id, name, exists (select from marked) as fresh from found`.execute(db)
  return rows[0]
}

export async function deleteLinks({ sql: db }: SystemDb, before: Date): Promise<void> {
  await db.deleteFrom('contact_link').where('expire_time', '<', moment(before)).execute()
}

import { type RawBuilder, sql } from 'kysely'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import { OPERATOR_CHAIN } from '../../foundation/audit/audit.service.ts'

/** POPs are the operator's: their agents have this number in place of an account's. */
export const OPERATOR = OPERATOR_CHAIN
export const isPop = ({ account_id }: { account_id: number }): boolean => account_id === OPERATOR

interface MemberName {
  account_id: number
  router_name: string
}

/** The member or POP that a credential belongs to, and the state of the credential. */
export interface Holder extends MemberName {
  /** The activation or sign-in that the credential goes back to. A renewal keeps it. */
  enrolment: Buffer
  /** True if its centers accept that credential as a password; null for a device that signs in nowhere, such as hardware. */
  bearer_login: boolean | null
  /** True if it came by a renewal and was not used yet. */
  unused: boolean
  /** True if it was not used since `lapse`, or since `stale`. */
  lapsed: boolean
  stale: boolean
}

const tableOf = (holder: Pick<MemberName, 'account_id'>) => sql.table(isPop(holder) ? 'pop_credential' : 'member_credential')
/** Returns the columns that name the holder of a credential, and that a renewal copies from the one before it. */
const inheritedOf = (holder: Pick<MemberName, 'account_id'>) =>
  sql.raw(isPop(holder) ? 'enrolment, pop_name' : 'enrolment, account_id, router_name, bearer_login')
const lastUse = sql`coalesce(use_time, create_time)`

/** Builds the query of the credentials of POPs and of members that are not disabled. */
const credentials = (of: RawBuilder<unknown>) => sql`
  select m.account_id, m.router_name, m.router_type, c.credential_hash, c.enrolment, c.bearer_login, c.use_time, c.create_time
    from member_credential c join member m using (account_id, router_name) where ${of} and m.status = 1
  union all select ${OPERATOR}::bigint, pop_name, null, credential_hash, enrolment, null, use_time, create_time from pop_credential c where ${of}`

/** Returns the POP, or the member unless it is disabled, that a credential belongs to. */
export async function findByCredential(
  { sql: db }: SystemDb,
  credential_hash: Buffer,
  { lapse, stale }: { lapse: Date; stale: Date },
): Promise<Holder | undefined> {
  const { rows } = await sql<Holder>`
    select account_id, router_name, enrolment, case when router_type = 2 then bearer_login end as bearer_login,
      use_time is null as unused, ${lastUse} <= ${lapse} as lapsed, use_time < ${stale} as stale
    from (${credentials(sql`c.credential_hash = ${credential_hash}`)}) c`.execute(db)
  return rows[0]
}

/** Returns at most so many credentials that were used, after `since` if it is given, and whose they are; those used last at the end. */
export async function usedCredentials(
  { sql: db }: SystemDb,
  most: number,
  since: Date | undefined,
): Promise<readonly { credential_hash: Buffer; router_name: string }[]> {
  const used = since === undefined ? sql`c.use_time is not null` : sql`c.use_time > ${since}`
  const { rows } = await sql<{ credential_hash: Buffer; router_name: string }>`
    select credential_hash, router_name from (${credentials(used)} order by use_time desc limit ${most}) c order by use_time`.execute(db)
  return rows
}

export interface ValidEnrolment {
  router_name: string
  enrolment: Buffer
  /** Creation time of the credential that its device uses. */
  create_time: number | null
}

/** Returns those of these enrolments that still open a connection, with the names of their holders. */
export async function validEnrolments(
  { sql: db }: SystemDb,
  enrolments: readonly Buffer[],
  lapse: Date,
): Promise<readonly ValidEnrolment[]> {
  const { rows } = await sql<ValidEnrolment>`
    select router_name, enrolment, max(create_time) filter (where use_time is not null) as create_time
    from (${credentials(sql`c.enrolment = any(${[...enrolments]}::bytea[])`)}) c where ${lastUse} > ${lapse}
    group by account_id, router_name, enrolment`.execute(db)
  return rows
}

/** Updates the use time of the credentials of these enrolments where it is older than `before`. Locked rows wait for the next call. */
export async function touchEnrolments({ sql: db }: SystemDb, enrolments: readonly Buffer[], now: Date, before: Date): Promise<void> {
  for (const table of ['member_credential', 'pop_credential'])
    await sql`update ${sql.table(table)} set use_time = ${now} where credential_hash in (select credential_hash from ${sql.table(table)}
      where enrolment = any(${[...enrolments]}::bytea[]) and use_time < ${before} order by credential_hash for no key update skip locked)`.execute(
      db,
    )
}

/**
 * Locks the holder of credentials until the transaction ends: before their rows, as a deletion of a member does.
 * @returns whether it may connect
 */
export async function lockHolder({ sql: db }: SystemDb, holder: MemberName): Promise<boolean> {
  const { account_id, router_name } = holder
  const held = isPop(holder)
    ? sql<{ may: boolean }>`select true as may from pop_agent where pop_name = ${router_name} for no key update`
    : sql<{ may: boolean }>`select status = 1 as may from member where (account_id, router_name) = (${account_id}::bigint, ${router_name})
        for no key update`
  const { rows } = await held.execute(db)
  return rows[0]?.may ?? false
}

/** Writes the first use of a credential. @returns whether it was the first; undefined if the credential has ended meanwhile */
export async function useCredential(
  { sql: db }: SystemDb,
  holder: Holder,
  credential_hash: Buffer,
  now: Date,
): Promise<boolean | undefined> {
  const { rows } = await sql<{ first: boolean }>`
    with before as (select use_time from ${tableOf(holder)} where credential_hash = ${credential_hash})
    update ${tableOf(holder)} c set use_time = ${now} from before where credential_hash = ${credential_hash}
    returning before.use_time is null as first`.execute(db)
  return rows[0]?.first
}

/** Ends all other credentials of an enrolment. */
export async function deleteOthers({ sql: db }: SystemDb, holder: Holder, credential_hash: Buffer): Promise<void> {
  await sql`delete from ${tableOf(holder)} where enrolment = ${holder.enrolment} and credential_hash <> ${credential_hash}`.execute(db)
}

/** Returns whether a credential belongs to another enrolment than this one. */
async function isTaken(db: SystemDb['sql'], credential_hash: Buffer, own: Buffer | null): Promise<boolean> {
  const { rows } = await sql`select from (select credential_hash, enrolment from member_credential
      union all select credential_hash, enrolment from pop_credential) c
    where credential_hash = ${credential_hash} and enrolment is distinct from ${own}::bytea`.execute(db)
  return rows.length > 0
}

/**
 * Adds a credential next to the one that its device uses, in place of an unused one of an earlier renewal. Adding the same one again
 * changes nothing but its age.
 * @returns false if another enrolment has it
 */
export async function addCredential(
  { sql: db }: SystemDb,
  holder: Holder,
  { used, next }: { used: Buffer; next: Buffer },
  now: Date,
): Promise<boolean> {
  if (await isTaken(db, next, holder.enrolment)) return false
  const [table, inherited] = [tableOf(holder), inheritedOf(holder)]
  await sql`delete from ${table} where enrolment = ${holder.enrolment} and use_time is null and credential_hash <> ${next}`.execute(db)
  const { numAffectedRows = 0n } = await sql`
    insert into ${table} as c (credential_hash, create_time, ${inherited}) select ${next}, ${now}::timestamptz, ${inherited} from ${table}
      where credential_hash = ${used}
    on conflict (credential_hash) do update set create_time = excluded.create_time where c.enrolment = excluded.enrolment`.execute(db)
  return numAffectedRows > 0n
}

/** Gives a member or a POP one credential in place of its former ones. @returns false if another has it */
async function replace(system: SystemDb, holder: MemberName, credential_hash: Buffer, now: Date): Promise<boolean> {
  const { account_id, router_name } = holder
  const { sql: db } = system
  const born = { credential_hash, enrolment: credential_hash, use_time: now, create_time: now }
  if (isPop(holder)) await deletePopCredentials(system, router_name)
  else await db.deleteFrom('member_credential').where('account_id', '=', account_id).where('router_name', '=', router_name).execute()
  if (await isTaken(db, credential_hash, null)) return false
  const insertion = isPop(holder)
    ? db.insertInto('pop_credential').values({ ...born, pop_name: router_name })
    : db.insertInto('member_credential').values({ ...born, account_id, router_name })
  const { numInsertedOrUpdatedRows = 0n } = await insertion.onConflict((conflict) => conflict.doNothing()).executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/**
 * Begins an enrolment with its first credential; the former ones end.
 * @returns false if another enrolment has this credential; the transaction must then be undone
 */
export async function enrolHolder(system: SystemDb, holder: MemberName, credential_hash: Buffer, now: Date): Promise<boolean> {
  await lockHolder(system, holder)
  return replace(system, holder, credential_hash, now)
}

/** Stores whether a member's device signs in at its centers with the credential itself. @returns whether this changed it */
export async function setBearerLogin(
  { sql: db }: SystemDb,
  { account_id, router_name }: MemberName,
  bearer_login: boolean,
): Promise<boolean> {
  const changed = await db
    .updateTable('member_credential')
    .set({ bearer_login })
    .where('account_id', '=', account_id)
    .where('router_name', '=', router_name)
    .where('bearer_login', '!=', bearer_login)
    .returning('router_name')
    .executeTakeFirst()
  return changed !== undefined
}

/** Ends the credentials of a member: a device that signed in with one can use it no longer. */
export const deleteMemberCredentials = (db: AccountDb, router_name: string) =>
  db.sql.deleteFrom('member_credential').where('account_id', '=', db.account_id).where('router_name', '=', router_name).execute()

/** Ends the credentials of a POP. */
export async function deletePopCredentials({ sql: db }: SystemDb, pop_name: string): Promise<void> {
  await db.deleteFrom('pop_credential').where('pop_name', '=', pop_name).execute()
}

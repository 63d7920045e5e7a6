import { sql } from 'kysely'
import type { SystemDb } from '../db/client.ts'
import { popsByCredential } from './pop.queries.ts'

/** A device takes its activation code: once, and only while an account holds it. @returns the account */
export async function activateDevice(
  { sql: db }: SystemDb,
  { router_name, activation_hash, csr, now }: { router_name: string; activation_hash: Buffer; csr: string | null; now: Date },
): Promise<number | undefined> {
  const row = await db
    .updateTable('device')
    .set({ activate_time: now, csr })
    .where('router_name', '=', router_name)
    .where('activation_hash', '=', activation_hash)
    .where('activate_time', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('member')
          .whereRef('member.account_id', '=', 'device.account_id')
          .whereRef('member.router_name', '=', 'device.router_name')
          .select('member.router_name'),
      ),
    )
    .returning('account_id')
    .executeTakeFirst()
  return row?.account_id ?? undefined
}

export async function findSoftwareMember({ sql: db }: SystemDb, router_name: string) {
  return db
    .selectFrom('member')
    .select(['account_id', 'router_name', 'password_hash', 'password_sealed', 'status'])
    .where('router_name', '=', router_name)
    .where('router_type', '=', 2)
    .executeTakeFirst()
}

/** Gives a member one credential in the place of its former ones. A device that starts afresh counts its events afresh. */
export async function replaceCredential(
  { sql: db }: SystemDb,
  { account_id, router_name, credential_hash }: { account_id: number; router_name: string; credential_hash: Buffer },
): Promise<void> {
  await db.deleteFrom('member_credential').where('account_id', '=', account_id).where('router_name', '=', router_name).execute()
  await db.insertInto('member_credential').values({ account_id, router_name, credential_hash }).execute()
  await db.updateTable('member').set({ event_seq: 0 }).where('account_id', '=', account_id).where('router_name', '=', router_name).execute()
}

/** Writes down whether a member's device signs in at its centers with the credential itself. @returns whether that is new */
export async function setBearerLogin(
  { sql: db }: SystemDb,
  { account_id, router_name }: { account_id: number; router_name: string },
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

export interface LoginLogRow {
  account_id: number
  router_name: string
  ip: string
  os: string | null
  version: string | null
  sys_brand: string | null
  sys_model: string | null
  sys_version: string | null
  create_time: Date
}

export async function insertLoginLog({ sql: db }: SystemDb, row: LoginLogRow): Promise<void> {
  await sql`insert into software_login_log ${sql.raw('(account_id, router_name, ip, os, version, sys_brand, sys_model, sys_version, create_time)')}
    values (${row.account_id}, ${row.router_name}, ${row.ip}, ${row.os}, ${row.version}, ${row.sys_brand}, ${row.sys_model}, ${row.sys_version}, ${row.create_time})`.execute(
    db,
  )
}

/** The member that a credential speaks for, unless it is disabled, or the POP. */
export async function findByCredential(system: SystemDb, credential_hash: Buffer) {
  const member = await system.sql
    .selectFrom('member_credential as c')
    .innerJoin('member as m', (join) => join.onRef('m.account_id', '=', 'c.account_id').onRef('m.router_name', '=', 'c.router_name'))
    .select(['m.account_id', 'm.router_name', 'm.router_type', 'c.bearer_login'])
    .where('c.credential_hash', '=', credential_hash)
    .where('m.status', '=', 1)
    .executeTakeFirst()
  if (member) {
    const { router_type, bearer_login, ...names } = member
    return { ...names, bearer_login: router_type === 2 ? bearer_login : null }
  }
  const [pop] = await popsByCredential(system, [credential_hash])
  return pop && { ...pop, bearer_login: null }
}

/** Those of these credentials that still open a connection, by the name they speak for. */
export async function validCredentials(
  system: SystemDb,
  hashes: readonly Buffer[],
): Promise<{ router_name: string; credential_hash: Buffer }[]> {
  const { rows } = await sql<{ router_name: string; credential_hash: Buffer }>`
    select m.router_name, c.credential_hash from member_credential c join member m using (account_id, router_name)
    where c.credential_hash = any(${[...hashes]}::bytea[]) and m.status = 1`.execute(system.sql)
  return [...rows, ...(await popsByCredential(system, hashes))]
}

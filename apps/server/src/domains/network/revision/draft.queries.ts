import type { NetworkChange } from '@weft/contract'
import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import { memberInScope, memberNamed } from '../../../db/member-scope.ts'
import type { MemberScope } from '../../../kernel/actor.ts'

export interface DraftRow {
  version: number
  changes: NetworkChange[]
  base_revision: number
  author: string
  comment: string
  update_time: number
}

const draftOf = (db: AccountDb, network_number: string) =>
  db.sql
    .selectFrom('network_draft')
    .select(['version', 'changes', 'base_revision', 'author', 'comment', 'update_time'])
    .where('account_id', '=', db.account_id)
    .where('network_number', '=', network_number)

export const findDraft = (db: AccountDb, network_number: string): Promise<DraftRow | undefined> =>
  draftOf(db, network_number).executeTakeFirst()

/** Returns a draft, which others can neither save nor end until the transaction ends. */
export const lockDraft = (db: AccountDb, network_number: string): Promise<DraftRow | undefined> =>
  draftOf(db, network_number).forUpdate().executeTakeFirst()

/** Writes a draft if its version is still `version`, 0 if there is none yet. @returns false if another version is there */
export async function writeDraft(
  db: AccountDb,
  network_number: string,
  version: number,
  { changes, ...draft }: Omit<DraftRow, 'version' | 'update_time'>,
): Promise<boolean> {
  const values = { ...draft, changes: JSON.stringify(changes), version: version + 1 }
  const written =
    version === 0
      ? await db.sql
          .insertInto('network_draft')
          .values({ ...values, account_id: db.account_id, network_number })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await db.sql
          .updateTable('network_draft')
          .set({ ...values, update_time: sql<Date>`now()` })
          .where('account_id', '=', db.account_id)
          .where('network_number', '=', network_number)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst()
  return written !== undefined
}

/** Deletes a draft of this version. @returns false if there is no such one */
export async function deleteDraft(db: AccountDb, network_number: string, version: number): Promise<boolean> {
  const deleted = await db.sql
    .deleteFrom('network_draft')
    .where('account_id', '=', db.account_id)
    .where('network_number', '=', network_number)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Returns which of these texts are members that the caller may not change, in small letters, and whether it may know their names. */
export async function membersBeyond(
  { account_id, sql: db }: AccountDb,
  scope: MemberScope,
  texts: readonly string[],
): Promise<ReadonlyMap<string, { known: boolean }>> {
  const { rows } = await sql<{ name: string; known: boolean }>`
    select lower(m.router_name) as name, ${memberNamed(account_id, scope, sql`m.router_name`)} as known from member m
    where m.account_id = ${account_id} and lower(m.router_name) = any(${texts.map((text) => text.toLowerCase())}::text[])
      and not ${memberInScope(account_id, scope, sql`m.router_name`)}`.execute(db)
  return new Map(rows.map(({ name, known }) => [name, { known }]))
}

/** Returns the names of members, of those in this network alone unless `all`. */
export async function listNotes(
  db: AccountDb,
  network_number: string,
  names: readonly string[],
  all: boolean,
): Promise<{ router_name: string; note: string }[]> {
  const { rows } = await sql<{ router_name: string; note: string }>`
    select m.router_name, m.note from member m where m.account_id = ${db.account_id} and m.router_name = any(${[...names]})
      and (${all} or exists (select from network_member nm
        where (nm.account_id, nm.network_number, nm.router_name) = (m.account_id, ${network_number}, m.router_name)))
    order by m.router_name`.execute(db.sql)
  return rows
}

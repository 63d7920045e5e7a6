import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import { memberInScope, memberNamed } from '../../../db/member-scope.ts'
import type { MemberScope } from '../../../kernel/actor.ts'

/** Returns those of these names that the caller may know. */
export async function listNamed({ account_id, sql: db }: AccountDb, scope: MemberScope, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select asked.name from unnest(${[...names]}::text[]) asked(name)
    where ${memberNamed(account_id, scope, sql`asked.name`)}`.execute(db)
  return rows.map((row) => row.name)
}

/** Returns those of these names that are in the caller's scope. */
export async function listInScope({ account_id, sql: db }: AccountDb, scope: MemberScope, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select asked.name from unnest(${[...names]}::text[]) asked(name)
    where ${memberInScope(account_id, scope, sql`asked.name`)}`.execute(db)
  return rows.map((row) => row.name)
}

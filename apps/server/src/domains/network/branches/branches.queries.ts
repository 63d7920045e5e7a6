import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import { memberInScope } from '../../../db/member-scope.ts'
import type { MemberScope } from '../../../kernel/actor.ts'
import { publicAddress } from '../configuration/intent.queries.ts'
import type { Candidate } from '../rules/network.rules.ts'

export interface Device extends Candidate {
  note: string
  online: 0 | 1
}

/** Returns those members of these names that the caller may see, in whatever case they were typed. */
export async function findDevices(db: AccountDb, scope: MemberScope | undefined, names: readonly string[]): Promise<Device[]> {
  const rows = await db.sql
    .selectFrom('member')
    .select(['router_name', 'router_type', 'status', 'note', 'online', 'router_ipv4'])
    .where('account_id', '=', db.account_id)
    .where('router_type', 'in', [1, 2])
    .where(memberInScope(db.account_id, scope, sql`member.router_name`))
    .where(sql<boolean>`lower(router_name) = any(${names.map((name) => name.toLowerCase())}::text[])`)
    .execute()
  return rows.map(({ router_ipv4, ...row }) => ({ ...row, address: publicAddress(router_ipv4) }))
}

/** Most devices among which a mistyped serial number is looked for. */
const MOST_SEARCHED = 20_000

/** Returns the names of the account's hardware that may join the network and whose length differs by at most one from those typed. */
export async function listFreeNames(
  db: AccountDb,
  scope: MemberScope | undefined,
  network_number: string,
  typed: readonly string[],
): Promise<string[]> {
  const lengths = typed.map((name) => name.length)
  const rows = await db.sql
    .selectFrom('member as m')
    .select('m.router_name')
    .where('m.account_id', '=', db.account_id)
    .where('m.router_type', '=', 1)
    .where('m.status', '=', 1)
    .where(memberInScope(db.account_id, scope, sql`m.router_name`))
    .where(sql<boolean>`length(m.router_name) between ${Math.min(...lengths) - 1} and ${Math.max(...lengths) + 1}`)
    .where(
      sql<boolean>`not exists (select from network_member nm
        where nm.account_id = m.account_id and nm.network_number = ${network_number} and nm.router_name = m.router_name)`,
    )
    .limit(MOST_SEARCHED)
    .execute()
  return rows.map((row) => row.router_name)
}

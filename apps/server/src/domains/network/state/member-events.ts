import { publishAll } from '../../../adapters/bus/publish.ts'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import type { MemberName } from './facts.queries.ts'

/** Names in one notification, which carries 8 kB; a name has up to 64 characters. */
const NAMES_PER_EVENT = 50

/** Notifies the consoles that these members, or their tunnels, are otherwise than before. */
export async function publishMembers(db: AccountDb | SystemDb, members: readonly MemberName[]): Promise<void> {
  const events = [...Map.groupBy(members, (member) => member.account_id)].flatMap(([account_id, rows]) => {
    const names = [...new Set(rows.map((row) => row.router_name))].toSorted()
    const parts = Array.from({ length: Math.ceil(names.length / NAMES_PER_EVENT) }, (_, i) =>
      names.slice(i * NAMES_PER_EVENT, (i + 1) * NAMES_PER_EVENT),
    )
    return parts.map((router_names) => ({ type: 'member', account_id, router_names }) as const)
  })
  await publishAll(db, events)
}

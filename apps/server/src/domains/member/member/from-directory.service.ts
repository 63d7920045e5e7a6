import { publishAll } from '../../../adapters/bus/publish.ts'
import type { AccountDb } from '../../../db/client.ts'
import type { Doer } from '../../foundation/audit/audit.service.ts'
import { renameInNetworks } from '../../network/change/rename.service.ts'
import { leaveOrders } from '../../network/work-order/work-order.leave.service.ts'
import { copyRenamed, givePhones, insertMembers, takeRenamed } from './member.queries.ts'

export { roomFor } from './add.service.ts'
export { changeStatus } from './change.service.ts'
export { deleteSoftwareMembers, removeDisabled } from './delete.service.ts'
export { replaceNotes } from './member.queries.ts'

/**
 * Adds software members without a password of their own: the directory has it. Call it with the account's limits held and room left.
 * @returns the names that were inserted
 */
export const addWithoutPassword = (db: AccountDb, rows: readonly { router_name: string; note: string }[]): Promise<ReadonlySet<string>> =>
  insertMembers(
    db,
    rows.map((row) => ({ router_type: 2, ...row })),
  )

/**
 * Gives software members other names, which must be free: they keep their networks, notes and phones, and sign in again. Call it with the
 * account's limits held.
 */
export async function renameSoftwareMembers(db: AccountDb, by: Doer, renames: readonly { from: string; to: string }[]): Promise<void> {
  if (renames.length === 0) return
  await copyRenamed(db, renames)
  await renameInNetworks(db, by, new Map(renames.map(({ from, to }) => [from, to])))
  const names = renames.map(({ from }) => from)
  await leaveOrders(db, names)
  await givePhones(db, renames, await takeRenamed(db, names))
  await publishAll(
    db,
    names.map((router_name) => ({ type: 'cut', account_id: db.account_id, router_name })),
  )
}

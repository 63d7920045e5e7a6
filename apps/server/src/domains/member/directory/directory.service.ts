/**
 * Room member/directory: the LDAP directory of an account: its settings, snapshots, and the software members that come from it.
 * Tables: directory, directory_ca, directory_check, directory_domain, directory_member, directory_user.
 * Called by: gateway, jobs.
 * Always: a member that comes from a directory is changed there alone, and a snapshot is applied only if it is the one that was seen.
 */
import type { contract, OutputOf } from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import { findDirectory } from './directory.queries.ts'

export { SYNC_DIRECTORY, type SyncTask } from './directory.queries.ts'

/** Returns whether software members come from a directory, and how they follow it. */
export async function status(db: AccountDb): Promise<OutputOf<typeof contract.directory.status>> {
  const directory = await findDirectory(db)
  return { enable: directory ? 1 : 0, sync_mode: directory?.sync_mode ?? null }
}

import type { contract, OutputOf } from '@weft/contract'
import type { AccountDb } from '../../db/client.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { findDirectory } from './directory.queries.ts'

export { SYNC_DIRECTORY, type SyncTask } from './directory.queries.ts'

/** Whether software members come from a directory, and how they follow it. */
export async function status(db: AccountDb): Promise<OutputOf<typeof contract.directory.status>> {
  const directory = await findDirectory(db)
  return { enable: directory ? 1 : 0, sync_mode: directory?.sync_mode ?? null }
}

/** Members that a directory manages are neither added nor changed by hand (domain.md §4). @throws directoryManaged */
export async function requireUnmanaged(db: AccountDb): Promise<void> {
  if (await findDirectory(db)) throw new Refusal('directoryManaged')
}

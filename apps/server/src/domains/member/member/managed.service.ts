import type { AccountDb } from '../../../db/client.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { hasDirectory } from './managed.queries.ts'

/** Refuses to add or change by hand the members that a directory manages (docs/design/domain.md §4). @throws directoryManaged */
export async function requireUnmanaged(db: AccountDb): Promise<void> {
  if (await hasDirectory(db)) throw new Refusal('directoryManaged')
}

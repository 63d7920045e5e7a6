import type { QueryClient } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { membersChanged } from '../member/members-changed.ts'

const { config, status, sync_status, user } = contract.directory

/** Reloads everything that shows the directory or its members after either changed. */
export async function directoryChanged(queries: QueryClient): Promise<void> {
  await Promise.all([
    ...[config, status, sync_status, user].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })),
    membersChanged(queries),
  ])
}

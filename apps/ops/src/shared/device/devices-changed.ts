import type { QueryClient } from '@tanstack/react-query'
import { opsContract } from '@weft/contract'

/** Reloads what shows devices: their list, and the services that come with them. */
export async function devicesChanged(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: [opsContract.devices.list.path] })
  await queries.invalidateQueries({ queryKey: [opsContract.accounts.info.path] })
}

import type { QueryClient } from '@tanstack/react-query'
import { opsContract } from '@weft/contract'

/** Reloads what shows services: the account that has them, and those that end soon. */
export async function servicesChanged(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: [opsContract.accounts.info.path] })
  await queries.invalidateQueries({ queryKey: [opsContract.services.expiring.path] })
}

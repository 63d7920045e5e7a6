import type { QueryClient } from '@tanstack/react-query'
import type { NetworkInfo } from '@weft/contract'
import { networkKey } from './network-key.ts'

/** The option of a mutation that makes those of one network run one after another, each with the reload of the page that it waits for. */
export const inTurn = (network_number: string) => ({ scope: { id: `network ${network_number}` } })

/**
 * Returns the revision of a network on screen, once the page has loaded it. A change that a user makes right after another one would
 * otherwise be made upon the revision before, and be refused as if somebody else had changed the network.
 */
export async function revisionOnScreen(
  queries: QueryClient,
  { network_number, revision }: Pick<NetworkInfo, 'network_number' | 'revision'>,
): Promise<number> {
  const queryKey = networkKey(network_number)
  const isLoading = () => queries.isFetching({ queryKey, exact: true }) > 0
  if (isLoading())
    await new Promise<void>((resolve) => {
      const stop = queries.getQueryCache().subscribe(() => {
        if (isLoading()) return
        stop()
        resolve()
      })
    })
  return queries.getQueryData<NetworkInfo>(queryKey)?.revision ?? revision
}

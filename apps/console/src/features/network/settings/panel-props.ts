import type { Endpoint, NetworkInfo, SentBy } from '@weft/contract'
import { useQuery } from '@tanstack/react-query'
import { asking } from '@weft/ui'

/** What every panel is given; its member is `node` of the address. */
export interface PanelProps {
  network: NetworkInfo
  /** The member that the panel is about, where it is about one. */
  node: string | undefined
  close: () => void
  /** Begins anew with what the network is by now. */
  reload: () => void
}

/** What a panel begins with, read when it opens: what the page knew before may be older than its revision. */
export const usePanelData = <E extends Endpoint>(endpoint: E, input: SentBy<E>) =>
  useQuery({
    ...asking(endpoint, input, { missing: 'stay' }),
    queryKey: [endpoint.path, input, 'panel'],
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

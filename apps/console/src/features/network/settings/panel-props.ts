import type { Endpoint, NetworkInfo, SentBy } from '@weft/contract'
import { useQuery } from '@tanstack/react-query'
import { asking } from '@weft/ui'

/** The properties of every panel; its member is `node` in the address. */
export interface PanelProps {
  network: NetworkInfo
  /** The panel's member, if it is about one. */
  node: string | undefined
  close: () => void
  /** Restarts the panel with the newest network. */
  reload: () => void
}

/** Loads a panel's first values when it opens: values that the page loaded before may be older than its revision. */
export const usePanelData = <E extends Endpoint>(endpoint: E, input: SentBy<E>) =>
  useQuery({
    ...asking(endpoint, input, { missing: 'stay' }),
    queryKey: [endpoint.path, input, 'panel'],
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

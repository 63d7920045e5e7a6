import type { NetworkInfo } from '@weft/contract'
import { createContext, useContext } from 'react'

interface Actions {
  resource: NetworkInfo['network_fr']
  /** A member's name or a POP's node. */
  selected: string | undefined
  select: (name: string | undefined) => void
  /** Opens or closes a group. */
  toggle: (key: string) => void
}

/** What the nodes of the canvas share; React Flow draws them, so it cannot be handed down. */
export const TopologyActions = createContext<Actions>({ resource: null, selected: undefined, select: () => {}, toggle: () => {} })
export const useTopologyActions = (): Actions => useContext(TopologyActions)

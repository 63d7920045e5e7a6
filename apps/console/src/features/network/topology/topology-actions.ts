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

/** The data that the canvas's nodes share. React Flow draws the nodes, so it cannot be passed as properties. */
export const TopologyActions = createContext<Actions>({ resource: null, selected: undefined, select: () => {}, toggle: () => {} })
export const useTopologyActions = (): Actions => useContext(TopologyActions)

import type { QueryClient } from '@tanstack/react-query'
import type { MemberChanges } from '@weft/contract'
import { serverSeconds } from '@weft/ui/time/server-time.ts'
import { isLiveNetwork } from '../network-key.ts'
import { type LiveNetwork, withChanges } from './network-state.ts'

/** Brings the networks that are kept up to date by members that changed. */
export function patchNetworks(client: QueryClient, changes: MemberChanges): void {
  client.setQueriesData<LiveNetwork>({ predicate: isLiveNetwork }, (network) => network && withChanges(network, changes, serverSeconds()))
}

import type { Auth } from '@weft/contract'
import { useAccount } from '../../shared/account/use-account.ts'

/**
 * What the caller may do with networks. Where the role designates networks, only these are visible at all, so `edit` and
 * `delete` hold for every network on screen; creating is then impossible, and the reason is worth showing.
 */
export function networkRights({ easylink }: Auth) {
  const { create, edit, delete: remove, networks } = easylink.network
  const designated = networks.length > 0
  return { create: !designated && create === 1, designated, edit: edit === 1, delete: remove === 1 }
}
export type NetworkRights = ReturnType<typeof networkRights>

/** The caller's rights. */
export const useNetworkRights = (): NetworkRights => networkRights(useAccount().auth)

import type { Auth } from '@weft/contract'
import { useAccount } from '../../shared/account/use-account.ts'

/**
 * Returns the caller's rights to networks. A role limited to designated networks sees only these, so `edit` and `delete` hold
 * for every network on screen; creating is then impossible, and `designated` lets pages show why.
 */
export function networkRights({ easylink }: Auth) {
  const { create, edit, delete: remove, networks } = easylink.network
  const designated = networks.length > 0
  return { create: !designated && create === 1, designated, edit: edit === 1, delete: remove === 1 }
}
export type NetworkRights = ReturnType<typeof networkRights>

/** Returns the caller's rights to networks. */
export const useNetworkRights = (): NetworkRights => networkRights(useAccount().auth)

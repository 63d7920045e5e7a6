import { useQuery } from '@tanstack/react-query'
import { type Auth, contract } from '@weft/contract'
import { asking } from '@weft/ui'

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

const none: NetworkRights = { create: false, designated: false, edit: false, delete: false }

/** The caller's rights; none until they are known. */
export function useNetworkRights(): NetworkRights {
  const { data } = useQuery(asking(contract.account.info, {}, { quiet: true }))
  return data ? networkRights(data.auth) : none
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { type AccountInfo, contract, flagOf, type Permission } from '@weft/contract'
import { asking } from '@weft/ui'

/** Returns the signed-in account. Suspends until it is loaded; the shell shows its frame meanwhile. */
export function useAccount(): AccountInfo {
  return useSuspenseQuery({ ...asking(contract.account.info, {}), staleTime: 60_000 }).data
}

/** Returns whether an account has a right; owners have all. */
export const permits = ({ auth }: AccountInfo, permission: Permission): boolean => flagOf(auth, permission) === 1

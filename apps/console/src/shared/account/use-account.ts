import { useSuspenseQuery } from '@tanstack/react-query'
import { type AccountInfo, contract, type Permission } from '@weft/contract'
import { asking } from '@weft/ui'

/** Returns the signed-in account. Suspends until it is loaded; the shell shows its frame meanwhile. */
export function useAccount(): AccountInfo {
  return useSuspenseQuery({ ...asking(contract.account.info, {}), staleTime: 60_000 }).data
}

/** Returns whether an account has a right; owners have all. */
export function permits({ auth }: AccountInfo, permission: Permission): boolean {
  const [area, action] = permission.split('.') as ['member' | 'network' | 'monitor', string]
  const rights: Record<string, unknown> = area === 'monitor' ? auth.monitor : auth.easylink[area === 'member' ? 'router' : 'network']
  return rights[action] === 1
}

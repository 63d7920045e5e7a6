import { ListOwner } from '@weft/ui'
import type { ReactNode } from 'react'
import { useAccount } from '../../shared/account/use-account.ts'

/** Keeps the column settings of lists per signed-in user. */
export function ListOwnerOfAccount({ children }: { children: ReactNode }) {
  const { account_number, username } = useAccount()
  return <ListOwner value={`${account_number}.${username}`}>{children}</ListOwner>
}

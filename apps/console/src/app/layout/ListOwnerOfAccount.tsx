import { ListOwner } from '@weft/ui'
import type { ReactNode } from 'react'
import { useAccount } from '../../shared/account/use-account.ts'

/** Column settings belong to who is signed in. */
export function ListOwnerOfAccount({ children }: { children: ReactNode }) {
  const { account_number, username } = useAccount()
  return <ListOwner value={`${account_number}.${username}`}>{children}</ListOwner>
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ExpiryWatch } from './ExpiryWatch.tsx'
import { IdentityWatch } from './IdentityWatch.tsx'
import { listenToAccount } from './account-events.ts'
import { keepFresh } from './keep-fresh.ts'

/** While a user is signed in, keeps the token fresh, receives the account's events and announces the forced end of the session. */
export function SessionKeeper() {
  const client = useQueryClient()
  useEffect(() => keepFresh(), [])
  useEffect(() => listenToAccount(client), [client])
  return (
    <>
      <ExpiryWatch />
      <IdentityWatch />
    </>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ExpiryWatch } from './ExpiryWatch.tsx'
import { IdentityWatch } from './IdentityWatch.tsx'
import { listenToAccount } from './account-events.ts'
import { keepFresh } from './keep-fresh.ts'

/** While someone is signed in: the token stays fresh, events arrive, and a forced end is announced. */
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

import { useQuery } from '@tanstack/react-query'
import { type Auth, contract, type OutputOf } from '@weft/contract'
import { asking } from '@weft/ui'
import { syncsByHand } from '../../shared/directory/manual-sync.ts'
import { permits, useAccount } from '../../shared/account/use-account.ts'

type Directory = OutputOf<typeof contract.directory.status>

/**
 * Returns what the caller may do with members. While a directory manages the software members (`managed`), nobody may add them
 * by hand or change their phones and passwords (`credentials`).
 */
export function memberRights({ easylink: { router } }: Auth, directory: Directory | undefined) {
  const managed = directory?.enable === 1
  return {
    create: router.create === 1 && !managed,
    edit: router.edit === 1,
    credentials: router.edit === 1 && !managed,
    delete: router.delete === 1,
    managed,
    /** Whether the caller may synchronise them by hand. */
    sync: managed && syncsByHand(directory) && router.create === 1,
  }
}
export type MemberRights = ReturnType<typeof memberRights>

/** Returns the caller's rights. Until the directory answers, members count as not managed; the server enforces the rule anyway. */
export function useMemberRights(): MemberRights {
  const account = useAccount()
  const directory = useQuery({
    ...asking(contract.directory.status, {}, { quiet: true }),
    staleTime: 60_000,
    enabled: permits(account, 'directory.view'),
  })
  return memberRights(account.auth, directory.data)
}

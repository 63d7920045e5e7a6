import { useQuery } from '@tanstack/react-query'
import { type Auth, contract, type OutputOf } from '@weft/contract'
import { asking } from '@weft/ui'
import { useAccount } from '../../shared/account/use-account.ts'

type Directory = OutputOf<typeof contract.directory.status>

/**
 * What the caller may do with members. Where a directory manages the software members (`managed`), they are neither added by
 * hand nor given other phones and passwords (`credentials`), by anybody.
 */
export function memberRights({ easylink: { router } }: Auth, directory: Directory | undefined) {
  const managed = directory?.enable === 1
  return {
    create: router.create === 1 && !managed,
    edit: router.edit === 1,
    credentials: router.edit === 1 && !managed,
    delete: router.delete === 1,
    managed,
    /** 1 manual, 2 automatic; null while no directory manages them. */
    sync_mode: directory?.sync_mode ?? null,
  }
}
export type MemberRights = ReturnType<typeof memberRights>

/** The caller's rights. Until the directory has answered nothing is managed by it; the server holds to it all the same. */
export function useMemberRights(): MemberRights {
  const { auth } = useAccount()
  const directory = useQuery({ ...asking(contract.directory.status, {}, { quiet: true }), staleTime: 60_000 })
  return memberRights(auth, directory.data)
}

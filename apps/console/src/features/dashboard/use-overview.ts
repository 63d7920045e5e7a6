import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking } from '@weft/ui'

/** Queries the account's state in figures. Each card shows its own failure. */
export const useOverview = () => useQuery(asking(contract.account.overview, {}, { quiet: true }))

import { useQuery } from '@tanstack/react-query'
import { opsContract } from '@weft/contract'
import { asking } from '@weft/ui'

const EVERY_MS = 10_000

/** Returns the number of waiting tickets, requested periodically while the page is visible. */
export const useWaitingTickets = () =>
  useQuery({ ...asking(opsContract.tickets.waiting, {}, { quiet: true }), refetchInterval: EVERY_MS }).data

/** Returns the numbers of work orders not yet done, requested likewise. */
export const useOpenOrders = () => useQuery({ ...asking(opsContract.workOrders.open, {}, { quiet: true }), refetchInterval: EVERY_MS }).data

/** Returns what changes whenever a trouble begins, changes or ends: of one account, or of all. Requested likewise. */
export const useTroubleState = (account_number?: string) =>
  useQuery({
    ...asking(opsContract.desk.state, account_number === undefined ? {} : { account_number }, { quiet: true, missing: 'stay' }),
    refetchInterval: EVERY_MS,
  }).data

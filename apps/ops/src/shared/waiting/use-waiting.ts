import { useQuery } from '@tanstack/react-query'
import { opsContract } from '@weft/contract'
import { asking } from '@weft/ui'

const EVERY_MS = 10_000

/** How many tickets wait, asked again and again while the page is in view. */
export const useWaitingTickets = () =>
  useQuery({ ...asking(opsContract.tickets.waiting, {}, { quiet: true }), refetchInterval: EVERY_MS }).data

/** How many network orders are not done, likewise. */
export const useOpenOrders = () => useQuery({ ...asking(opsContract.workOrders.open, {}, { quiet: true }), refetchInterval: EVERY_MS }).data

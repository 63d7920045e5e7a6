import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking } from '@weft/ui'

/** Returns the number of a network's open order. Only the newest can be open: a network has one at a time. */
export function useOpenOrder(network_number: string) {
  const newest = useQuery({
    ...asking(contract.workOrders.list, { network_number, limit: 1 }, { quiet: true }),
    refetchOnMount: 'always',
  })
  const order = newest.data?.rows[0]
  return {
    number: order && order.network_ticket_status <= 2 ? order.network_ticket_number : undefined,
    lookAgain: () => void newest.refetch(),
  }
}

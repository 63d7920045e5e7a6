import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking } from '@weft/ui'

/** Returns the number of a network's open order. A network has one at a time, which is among its newest. */
export function useOpenOrder(network_number: string) {
  const newest = useQuery({
    ...asking(contract.workOrders.list, { network_number }, { quiet: true }),
    refetchOnMount: 'always',
  })
  const order = newest.data?.rows.find(({ network_ticket_status: status }) => status <= 2)
  return {
    number: order?.network_ticket_number,
    lookAgain: () => void newest.refetch(),
  }
}

import { useQuery } from '@tanstack/react-query'
import { contract, type MemberSummary } from '@weft/contract'
import { asking } from '@weft/ui'
import { useDeferredValue, useEffect, useState } from 'react'
import { memberPath } from '../../shared/member/member-paths.ts'
import { exists } from '../pages.ts'
import type { Target } from './recent.ts'

const PAUSE_MS = 200
const AT_MOST = 5

/** Returns the typed text once the typing pauses. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return useDeferredValue(settled)
}

const targetOf = ({ router_name, note }: MemberSummary): Target => ({
  to: memberPath.detail(router_name),
  label: note || router_name,
  hint: router_name,
})

/** Returns networks and members whose name, number, note or phone contains the typed text; none of a kind whose page does not exist. */
export function useFound(typed: string): { networks: Target[]; members: Target[]; searching: boolean } {
  const search = useSettled(typed)
  const input = { search, page: 1, limit: AT_MOST }
  const quiet = { quiet: true } as const
  const asks = search !== ''
  const networks = useQuery({ ...asking(contract.network.list, input, quiet), enabled: asks && exists('/network/detail') })
  const asksMembers = asks && exists('/router/detail')
  const hardware = useQuery({ ...asking(contract.router.list, { ...input, type: '1' }, quiet), enabled: asksMembers })
  const software = useQuery({ ...asking(contract.router.list, { ...input, type: '2' }, quiet), enabled: asksMembers })
  return {
    searching: networks.isFetching || hardware.isFetching || software.isFetching,
    networks: (networks.data?.rows ?? []).map(({ network_number, network_name }) => ({
      to: `/network/detail?network_number=${network_number}`,
      label: network_name,
      hint: network_number,
    })),
    members: [...(hardware.data?.rows ?? []), ...(software.data?.rows ?? [])].map(targetOf),
  }
}

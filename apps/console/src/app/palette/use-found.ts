import { useQuery } from '@tanstack/react-query'
import { contract, type MemberOption } from '@weft/contract'
import { asking } from '@weft/ui'
import { useDeferredValue, useEffect, useState } from 'react'
import { exists } from '../pages.ts'
import type { Target } from './recent.ts'

const PAUSE_MS = 200
const AT_MOST = 5

/** What is typed, once the typing pauses. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return useDeferredValue(settled)
}

/** A member's own page, or else its place in one of its networks; nothing where it has neither. */
function pageOf({ router_name, network_number }: MemberOption): string | undefined {
  const name = encodeURIComponent(router_name)
  if (exists('/router/detail')) return `/router/detail?router_name=${name}`
  return network_number === null ? undefined : `/network/detail?network_number=${network_number}&search=${name}`
}

/** Networks and members whose name, number or note holds what is typed; only those that a page can show. */
export function useFound(typed: string): { networks: Target[]; members: Target[]; searching: boolean } {
  const search = useSettled(typed)
  const input = { search, page: 1, limit: AT_MOST }
  const quiet = { quiet: true } as const
  const asks = search !== ''
  const networks = useQuery({ ...asking(contract.network.list, input, quiet), enabled: asks && exists('/network/detail') })
  const hardware = useQuery({ ...asking(contract.router.hardware, input, quiet), enabled: asks })
  const software = useQuery({ ...asking(contract.router.software, input, quiet), enabled: asks })
  return {
    searching: networks.isFetching || hardware.isFetching || software.isFetching,
    networks: (networks.data?.rows ?? []).map(({ network_number, network_name }) => ({
      to: `/network/detail?network_number=${network_number}`,
      label: network_name,
      hint: network_number,
    })),
    members: [...(hardware.data?.rows ?? []), ...(software.data?.rows ?? [])].flatMap((member) => {
      const to = pageOf(member)
      return to ? { to, label: member.note || member.router_name, hint: member.router_name } : []
    }),
  }
}

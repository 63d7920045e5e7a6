import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, useText } from '@weft/ui'
import * as text from './bulk.text.ts'

/** Shows how many memberships the account has and how many it may have. */
export function Places() {
  const t = useText(text)
  const { data } = useQuery({ ...asking(contract.network.config, {}, { quiet: true }), refetchOnMount: 'always' })
  return data && t.membersNow(data.network_router_use, data.network_router_count)
}

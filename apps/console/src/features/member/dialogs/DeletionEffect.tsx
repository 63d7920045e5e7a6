import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { ApiRefusal, call, useText } from '@weft/ui'
import { nameOf } from '../../../shared/member/name-of.ts'
import { Disturbed, disturbing, isRefused, UnknownImpact } from '../../../shared/network/confirm-impact.tsx'
import * as impactText from '../../../shared/network/impact.text.ts'
import './bulk.css'
import * as text from './deletion.text.ts'

/** Asks what the networks lose by a deletion of these members. */
export function useDeletionEffect(names: string[]) {
  const { data, error, isFetching, refetch } = useQuery({
    // A key of its own, so that the deletion does not ask again.
    queryKey: ['deletion', names],
    queryFn: () => call(contract.router.delete_check, { router_name: names }, { quiet: true, missing: 'stay' }),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  return {
    effect: data,
    pending: isFetching,
    /** Why the members would not be deleted, if that is known already. */
    refusal: error instanceof ApiRefusal && isRefused(error) ? error.msg : undefined,
    unknown: error !== null && !isRefused(error),
    retry: () => void refetch(),
  }
}

/** The networks that are named; the others are counted. */
const MOST_NETWORKS = 5

/** Says which networks the members leave that are to be deleted, and what that does to the members that stay there. */
export function DeletionEffect({ found }: { found: ReturnType<typeof useDeletionEffect> }) {
  const t = useText(text)
  const { estimating } = useText(impactText)
  const { effect, pending, unknown, retry } = found
  if (pending) return <p role="status">{estimating}</p>
  if (unknown) return <UnknownImpact onRetry={retry} />
  if (!effect || effect.networks.length === 0) return null
  const { networks, count } = effect
  return (
    <ul className="deletion-effect" aria-label={t.effect}>
      {networks.slice(0, MOST_NETWORKS).map((network) => (
        <li key={network.network_number}>
          {count === 1 ? t.leaves(network.network_name) : t.leave(network.network_name, network.members.map(nameOf), network.count)}
          {disturbing(network.impact).length > 0 ? <Disturbed impact={network.impact} members={[]} /> : <small>{t.othersStay}</small>}
        </li>
      ))}
      {networks.length > MOST_NETWORKS && <li>{t.moreNetworks(networks.length - MOST_NETWORKS)}</li>}
    </ul>
  )
}

import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, ErrorState, PageHeader, Skeleton, useText } from '@weft/ui'
import { Navigate } from 'react-router'
import { usePageObject } from '@weft/ui/frame/page-object.ts'
import { usePageKey } from '@weft/ui/frame/page-key.ts'
import { networkPath } from '../network-paths.ts'
import { NetworkBuilder } from './NetworkBuilder.tsx'
import * as text from './network-builder.text.ts'

export function NetworkEditPage() {
  return <NetworkMembersPage title={useText(text).editTitle} />
}

/** Opens the builder with the network that the address names. @param title of the page */
export function NetworkMembersPage({ title }: { title: string }) {
  const network_number = usePageKey('network_number')
  return network_number ? (
    <ManageMembers key={network_number} network_number={network_number} title={title} />
  ) : (
    <Navigate to={networkPath.list} replace />
  )
}

/** Loads the network again each time: saving an older copy would be refused as stale. */
function ManageMembers({ network_number, title }: { network_number: string; title: string }) {
  const network = useQuery({
    ...asking(contract.network.info, { network_number }, { missing: networkPath.list }),
    refetchOnMount: 'always',
  })
  usePageObject(network.data?.network_name)
  const limits = useQuery({ ...asking(contract.network.config, {}), refetchOnMount: 'always' })
  const ready = network.isFetchedAfterMount && limits.isFetchedAfterMount
  const retry = () => {
    void network.refetch()
    void limits.refetch()
  }
  return (
    <>
      <PageHeader title={title} meta={<span>{network.data?.network_name}</span>} />
      {ready && network.data && limits.data ? (
        <NetworkBuilder limits={limits.data} network={network.data} />
      ) : network.isError || limits.isError ? (
        <ErrorState error={network.error ?? limits.error} onRetry={retry} />
      ) : (
        <Skeleton paragraph={{ rows: 10 }} />
      )}
    </>
  )
}

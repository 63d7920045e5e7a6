import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, ErrorState, PageHeader, Skeleton, useText } from '@weft/ui'
import { NetworkBuilder } from './NetworkBuilder.tsx'
import * as text from './network-builder.text.ts'

export function NetworkCreatePage() {
  const t = useText(text)
  const limits = useQuery({ ...asking(contract.network.config, {}), refetchOnMount: 'always' })
  return (
    <>
      <PageHeader title={t.createTitle} />
      {limits.data && limits.isFetchedAfterMount ? (
        <NetworkBuilder limits={limits.data} />
      ) : limits.isError ? (
        <ErrorState error={limits.error} onRetry={() => void limits.refetch()} />
      ) : (
        <Skeleton paragraph={{ rows: 10 }} />
      )}
    </>
  )
}

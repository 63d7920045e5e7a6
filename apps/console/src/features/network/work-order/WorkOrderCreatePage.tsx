import { useQuery } from '@tanstack/react-query'
import { contract, WORK_ORDER_TYPE } from '@weft/contract'
import { asking, ErrorState, PageHeader, Skeleton, useText } from '@weft/ui'
import { Navigate } from 'react-router'
import { usePageObject } from '@weft/ui/frame/page-object.ts'
import { usePageKey } from '@weft/ui/frame/page-key.ts'
import { networkPath } from '../network-paths.ts'
import * as text from './work-order-create.text.ts'
import { WorkOrderWizard } from './WorkOrderWizard.tsx'

export function WorkOrderCreatePage() {
  const [network_number, number] = [usePageKey('network_number'), usePageKey('network_ticket_number')]
  return network_number ? (
    <RequestPop key={`${network_number} ${number}`} network_number={network_number} correcting={number} />
  ) : (
    <Navigate to={networkPath.orders} replace />
  )
}

interface Props {
  network_number: string
  /** The rejected order that is corrected; null for a new one. */
  correcting: string | null
}

/** Loads the offered options each time it opens; they do not change while a work order is filled in. */
function RequestPop({ network_number, correcting }: Props) {
  const t = useText(text)
  const options = useQuery({
    ...asking(contract.workOrders.config, { network_number, type: WORK_ORDER_TYPE }, { missing: networkPath.orders }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const rejected = useQuery({
    ...asking(contract.workOrders.view, { network_ticket_number: correcting ?? '' }, { missing: networkPath.orders }),
    enabled: correcting !== null,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const networks = useQuery(asking(contract.network.select, {}, { quiet: true }))
  const name = networks.data?.find((one) => one.network_number === network_number)?.network_name
  usePageObject(name)
  return (
    <>
      <PageHeader title={correcting === null ? t.title : t.correctTitle} meta={<span>{name}</span>} />
      {options.data && options.isFetchedAfterMount && (correcting === null || (rejected.data && rejected.isFetchedAfterMount)) ? (
        <WorkOrderWizard network_number={network_number} network={name ?? network_number} options={options.data} rejected={rejected.data} />
      ) : options.isError || rejected.isError ? (
        <ErrorState
          error={options.error ?? rejected.error}
          onRetry={() => void Promise.all([options.refetch(), correcting !== null && rejected.refetch()])}
        />
      ) : (
        <Skeleton paragraph={{ rows: 10 }} />
      )}
    </>
  )
}

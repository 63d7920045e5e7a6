import { useQuery } from '@tanstack/react-query'
import { opsContract, type OutputOf, type SoldService } from '@weft/contract'
import { asking, ErrorState, type ListColumn, ListTable, PageHeader, Skeleton, useListPage, useText } from '@weft/ui'
import { PagedRows } from '@weft/ui/list/PagedRows.tsx'
import { DetailCard } from '@weft/ui/parts/DetailCard.tsx'
import { serviceName, serviceUnit } from '@weft/ui/service/service-names.ts'
import { Select } from 'antd'
import { useServiceColumns } from '../../shared/service/service-columns.tsx'
import '../../shared/page/stack.css'
import * as text from './service-page.text.ts'

type Sold = OutputOf<typeof opsContract.services.catalogue>[number]
const periods = [7, 30, 60, 90, 180, 365]
const USUAL = '30'

/** Shows 「服务」: the services that end soon, and the catalogue of those on sale. */
export function ServicePage() {
  const t = useText(text)
  const list = useListPage<SoldService>(opsContract.services.expiring, ['days'], { days: USUAL })
  const columns = useServiceColumns()
  return (
    <div className="desk-stack">
      <PageHeader title={t.title} />
      <ListTable
        // A period is always chosen, so the list never counts as filtered.
        list={{ ...list, filtered: false }}
        name="desk-expiring"
        subject={t.expiring}
        rowKey="id"
        columns={columns}
        filters={
          <Select
            className="weft-list-filter"
            aria-label={t.within}
            value={list.filters.days ?? USUAL}
            options={periods.map((n) => ({ value: String(n), label: t.days(n) }))}
            onChange={(days: string) => list.show({ days: days === USUAL ? '' : days })}
          />
        }
        empty={{ title: t.none }}
      />
      <Catalogue />
    </div>
  )
}

function Catalogue() {
  const t = useText(text)
  const { data, isPending, refetch } = useQuery(asking(opsContract.services.catalogue, {}))
  const columns: ListColumn<Sold>[] = [
    { key: 'service_name', title: t.name, card: 'title', render: (_, { service_code }) => serviceName(service_code) },
    { key: 'service_code', title: t.code, render: (_, { service_code }) => <span className="weft-mono">{service_code}</span> },
    { key: 'unit', title: t.unit, render: (_, { service_code }) => serviceUnit(service_code) },
    { key: 'how', title: t.how, render: (_, { grantable }) => (grantable === 1 ? t.grantable : t.derived) },
  ]
  return (
    <DetailCard title={t.catalogue}>
      {isPending ? (
        <Skeleton />
      ) : data ? (
        <PagedRows rows={data} keyOf={({ service_code }) => service_code} columns={columns} nothing={null} />
      ) : (
        <ErrorState compact onRetry={() => void refetch()} />
      )}
    </DetailCard>
  )
}

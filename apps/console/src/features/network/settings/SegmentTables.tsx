import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, ErrorState, Skeleton, useText } from '@weft/ui'
import { put, useViewParams } from '@weft/ui/frame/use-view-params.ts'
import { Input, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import type { CardProps } from './BasicCards.tsx'
import { prefixSites, PrefixTable } from './SitePrefixes.tsx'
import { SegmentOverview } from './SegmentOverview.tsx'
import { segmentRows } from './segment-rows.ts'
import * as text from './settings-tab.text.ts'
import { useSegments } from './use-segments.ts'

const views = ['prefix', 'segments'] as const
/** The parameter of the address that names the open table. */
const VIEW = 'table'

/** Shows the route prefixes by site, or all address ranges of the network, found by a site or by any range. */
export function SegmentTables({ network, editable }: CardProps) {
  const t = useText(text)
  const [params, setParams] = useViewParams()
  const [search, setSearch] = useState('')
  const { network_number, member } = network
  const segments = useSegments(network_number)
  const prefixes = useQuery(asking(contract.networkSettings.prefix, { network_number }, { quiet: true, missing: 'stay' }))
  const rows = useMemo(() => segmentRows(segments.data ?? [], member), [segments.data, member])
  const sites = useMemo(() => prefixSites(prefixes.data ?? [], rows, member), [prefixes.data, rows, member])
  const view = views.find((one) => one === params.get(VIEW)) ?? 'prefix'
  const failed = view === 'prefix' && prefixes.isError ? prefixes : segments.isError ? segments : undefined
  const loading = !segments.data || (view === 'prefix' && !prefixes.data)
  return (
    <section className="weft-list setting-tables" aria-label={t.tables}>
      <div className="weft-list-toolbar">
        <div className="weft-list-find">
          <Segmented
            aria-label={t.tables}
            value={view}
            options={[
              { value: 'prefix', label: t.counted(t.prefix, prefixes.data?.length) },
              { value: 'segments', label: t.counted(t.overview, segments.data?.length) },
            ]}
            onChange={(next: string) => setParams((now) => put(now, VIEW, next, 'prefix'))}
          />
          <Input.Search
            className="weft-list-search"
            allowClear
            value={search}
            placeholder={t.searchSegments}
            aria-label={t.searchSegments}
            onChange={({ target }) => setSearch(target.value)}
          />
        </div>
      </div>
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : loading ? (
        <Skeleton />
      ) : view === 'prefix' ? (
        <PrefixTable network={network} editable={editable} sites={sites} search={search.trim()} />
      ) : (
        <SegmentOverview network={network} rows={rows} search={search.trim()} />
      )}
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, ErrorState, PageHeader, Skeleton, useText } from '@weft/ui'
import { Navigate, useSearchParams } from 'react-router'
import { Term } from '../../shared/help/Term.tsx'
import { MonitorIntro } from './MonitorIntro.tsx'
import './monitor.css'
import * as text from './monitor.text.ts'
import { SettingsTab } from './SettingsTab.tsx'

/** The pages that were tabs of this one, which links of old messages name. */
const former: Readonly<Record<string, string>> = { records: '/monitor/incidents', maintenance: '/monitor/maintenance' }

/** Shows 「告警设置」: which alerts the account gets. */
export function MonitorPage() {
  const t = useText(text)
  const [params] = useSearchParams()
  const config = useQuery(asking(contract.monitor.config, {}))
  const moved = former[params.get('tab') ?? '']
  if (moved !== undefined) {
    const rest = new URLSearchParams([...params].filter(([name]) => name !== 'tab'))
    return <Navigate to={rest.size > 0 ? `${moved}?${rest}` : moved} replace />
  }
  return (
    <>
      <PageHeader title={t.title} term={<Term of="incident" />} />
      {config.data ? (
        config.data.enable === 0 ? (
          <MonitorIntro />
        ) : (
          <SettingsTab config={config.data} />
        )
      ) : config.isError ? (
        <ErrorState error={config.error} onRetry={() => void config.refetch()} />
      ) : (
        <Skeleton paragraph={{ rows: 8 }} />
      )}
    </>
  )
}

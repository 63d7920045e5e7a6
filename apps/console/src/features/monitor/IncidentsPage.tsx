import { INCIDENT_DAYS, type IncidentSummary } from '@weft/contract'
import { duration, PageHeader, StateText, useText } from '@weft/ui'
import { useNavigate } from 'react-router'
import { Term } from '../../shared/help/Term.tsx'
import { useIncidentSummary } from '../../shared/monitor/use-incident-summary.ts'
import { usePageOpen } from '../../shared/page/open-pages.ts'
import { LiveLine } from '../../shared/session/LiveLine.tsx'
import * as text from './alert-record.text.ts'
import { AlertRecords } from './AlertRecords.tsx'
import './monitor.css'

const MAINTENANCE = '/monitor/maintenance'

/** The page 「告警记录」: it lists the incidents of the account, and to whom each was sent. */
export function IncidentsPage() {
  const t = useText(text)
  const navigate = useNavigate()
  const isOpen = usePageOpen()
  const { data, dataUpdatedAt, isError } = useIncidentSummary()
  return (
    <>
      <PageHeader
        title={t.subject}
        term={<Term of="incident" />}
        status={
          data && (
            <span className={data.open > 0 ? 'monitor-open' : undefined}>
              <StateText state={data.open > 0 ? 'down' : 'up'} size={14}>
                {data.open > 0 ? t.openCount(data.open) : t.noneOpen}
              </StateText>
            </span>
          )
        }
        meta={
          data && (
            <>
              <Lately summary={data} />
              <LiveLine read={dataUpdatedAt} failing={isError} />
            </>
          )
        }
        more={isOpen(MAINTENANCE) ? [{ key: 'maintenance', label: t.addMaintenance, onClick: () => void navigate(MAINTENANCE) }] : []}
      />
      <AlertRecords summary={data} />
    </>
  )
}

/** Says how the last days were: how often something went wrong, how soon it was well again, and where most often. */
function Lately({ summary: { lately, before, half_within, most } }: { summary: IncidentSummary }) {
  const t = useText(text)
  return (
    <>
      <span>{t.lately(INCIDENT_DAYS, lately, before - lately)}</span>
      {half_within !== null && <span>{t.halfWithin(duration(half_within))}</span>}
      {most && <span>{t.most(most.note || most.router_name, most.count)}</span>}
    </>
  )
}

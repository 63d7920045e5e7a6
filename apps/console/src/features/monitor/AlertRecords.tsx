import { DownloadOutlined } from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { alertEvents, contract, type Incident, type IncidentSummary } from '@weft/contract'
import { call, language, ListFilter, ListTable, toast, useListPage, useText } from '@weft/ui'
import { DateRangeSearch } from '@weft/ui/form/DateRangeSearch.tsx'
import { lastDays } from '@weft/ui/form/day-range.ts'
import { daysOf, inSeconds } from '@weft/ui/form/log-days.ts'
import { FilterChips } from '@weft/ui/list/FilterChips.tsx'
import { ExportProgress } from '@weft/ui/parts/ExportProgress.tsx'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { OneMember } from '../../shared/record/RecordFilters.tsx'
import { alertRecordColumns, subjectOf } from './alert-record-columns.tsx'
import * as text from './alert-record.text.ts'
import { Course } from './Course.tsx'
import { Deliveries } from './Deliveries.tsx'
import { incidentExport } from './incident-export.ts'
import { LostBranches } from './LostBranches.tsx'
import { monitorChanged } from './monitor-changed.ts'
import { useMonitorRights } from './use-monitor-rights.ts'

/** Incidents are kept that long. */
const KEPT_DAYS = 90

/** Shows what went wrong, from when it began until it was over, what lasts first; below each, its course and how it reached its recipients. */
export function AlertRecords({ summary }: { summary: IncidentSummary | undefined }) {
  const t = useText(text)
  const queries = useQueryClient()
  const spoken = language.use()
  const { edit } = useMonitorRights()
  const [initial] = useState(() => lastDays(KEPT_DAYS))
  const days = daysOf(initial)
  const list = useListPage(contract.monitor.incidents, ['start_time', 'end_time', 'range', 'state', 'kind', 'router_name'], {
    ...days,
    order: 'open',
  })
  // The summary is read each minute, and the list only when an event or a change of the summary says so.
  const known = useRef(summary)
  useEffect(() => {
    if (known.current !== undefined && summary !== undefined && known.current !== summary)
      void queries.invalidateQueries({ queryKey: [contract.monitor.incidents.path] })
    known.current = summary ?? known.current
  }, [summary, queries])
  const acknowledge = useMutation({
    mutationFn: ({ id }: Incident) => call(contract.monitor.incident_acknowledge, { incident_id: id }, { missing: 'stay' }),
    onSuccess: () => toast.success(t.done),
    onSettled: () => monitorChanged(queries),
  })
  const exporting = incidentExport.use()
  return (
    <>
      <ListTable
        list={list}
        name="incidents"
        subject={t.subject}
        rowKey="id"
        searchHint={t.search}
        live
        columns={alertRecordColumns({
          t,
          spoken,
          search: list.search,
          onMember: (name) => list.show({ router_name: name }),
          onAcknowledge: edit ? (incident) => acknowledge.mutate(incident) : undefined,
          acknowledging: acknowledge.isPending ? acknowledge.variables.id : undefined,
        })}
        group={({ close_time }) => t.incidentStates[close_time === null ? 'open' : 'closed']}
        time={<DateRangeSearch list={inSeconds(list)} initial={initial} hours={list} getPopupContainer={popupContainer} />}
        chips={
          <FilterChips
            list={list}
            name="state"
            label={t.state}
            chips={[
              { value: '', label: t.all },
              { value: 'open', label: t.incidentStates.open, count: summary?.open },
              { value: 'unacknowledged', label: t.incidentStates.unacknowledged, count: summary?.unacknowledged },
              { value: 'closed', label: t.incidentStates.closed },
            ]}
          />
        }
        filters={
          <>
            <ListFilter list={list} name="kind" label={t.kind} options={alertEvents.map((value) => ({ value, label: t.kinds[value] }))} />
            <OneMember list={list} name={list.rows.find((row) => row.router_name === list.filters['router_name'])?.note} />
          </>
        }
        actions={
          <Button
            icon={<DownloadOutlined aria-hidden />}
            loading={exporting !== undefined && exporting.failed === undefined}
            onClick={() => incidentExport.start({ ...days, ...list.filters, ...(list.search ? { search: list.search } : {}) })}
          >
            {t.export}
          </Button>
        }
        expand={{
          label: (row) => (row.branches > 0 ? t.branchesAndDetailsOf : t.detailsOf)(`${t.kinds[row.kind]} ${subjectOf(row, t)}`),
          render: (row) => (
            <div className="monitor-details">
              <Course incident={row} />
              <Deliveries incident_id={row.id} />
              {row.branches > 0 && <LostBranches incident_id={row.id} search={list.search || list.filters['router_name'] || ''} />}
            </div>
          ),
        }}
        empty={{ title: t.none, hint: t.noneHint }}
      />
      <ExportProgress title={t.exporting} exporting={exporting} onRetry={incidentExport.retry} onCancel={incidentExport.cancel} />
    </>
  )
}

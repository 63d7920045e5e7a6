import { DownloadOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  auditActionNames,
  auditActions,
  auditAreaNames,
  auditAreas,
  contract,
  MOST_FOUND,
  type OutputOf,
  type SentBy,
} from '@weft/contract'
import { asking, language, ListFilter, ListTable, PageHeader, useDialog, useListPage, useText } from '@weft/ui'
import { operationRows, useOperationColumns, useOperationDetails } from '@weft/ui/audit/operation-columns.tsx'
import { DateRangeSearch } from '@weft/ui/form/DateRangeSearch.tsx'
import { lastDays } from '@weft/ui/form/day-range.ts'
import { daysOf, inSeconds } from '@weft/ui/form/log-days.ts'
import { useFilterName } from '@weft/ui/list/filter-names.ts'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { ObjectFilter } from './ObjectFilter.tsx'
import * as text from './log.text.ts'
import { counted, OperationExport } from './OperationExport.tsx'
import { Term } from '../../shared/help/Term.tsx'

const INITIAL_DAYS = 7
/** The action of what operators only looked at. */
const VIEW = 'view'

/** Shows who changed what in the account, newest first: all logins, with a search. */
export function OperationLogPage() {
  const t = useText(text)
  const spoken = language.use()
  const [initial] = useState(() => lastDays(INITIAL_DAYS))
  const days = { ...daysOf(initial) }
  const list = useListPage(contract.operationLog.lists, ['start_time', 'end_time', 'person', 'area', 'action', 'object'], days)
  const people = useQuery(asking(contract.operationLog.people, {}, { quiet: true }))
  const { action, ...others } = list.filters
  const looked = action === VIEW
  const asked = { ...days, ...others, ...(list.search && { search: list.search }), ...(action && !looked && { action }) }
  const counts = useQuery({
    ...asking(contract.operationLog.counts, asked as SentBy<typeof contract.operationLog.counts>, { quiet: true, missing: 'stay' }),
    placeholderData: keepPreviousData,
  }).data
  const exporting = useDialog<true>()
  return (
    <>
      <PageHeader
        title={t.operations}
        term={<Term of="operation_log" />}
        meta={t.operationsMeta}
        actions={
          <Button icon={<DownloadOutlined aria-hidden />} aria-haspopup="dialog" disabled={!counts} onClick={() => exporting.show(true)}>
            {t.export}
          </Button>
        }
      />
      <ListTable
        list={{ ...list, rows: operationRows(list.rows) }}
        name="log-operations"
        subject={t.operations}
        rowKey="key"
        countedTo={MOST_FOUND}
        capped
        columns={useOperationColumns()}
        expand={useOperationDetails()}
        searchHint={t.searchOperations}
        time={<DateRangeSearch list={inSeconds(list)} initial={initial} getPopupContainer={popupContainer} />}
        chips={<Halves looked={looked} counts={counts} onChoose={(value) => list.show({ action: value })} />}
        filters={
          <>
            <ListFilter
              list={list}
              name="person"
              label={t.person}
              searchable
              options={[
                ...(people.data ?? []).map(({ id, name, kind }) => ({ value: id, label: `${name} · ${t.kinds[kind]}` })),
                { value: 'operator', label: t.kinds.operator },
                { value: 'system', label: t.kinds.system },
              ]}
            />
            <ListFilter
              list={list}
              name="area"
              label={t.area}
              options={auditAreas.map((value) => ({ value, label: auditAreaNames[value][spoken] }))}
            />
            {!looked && (
              <ListFilter
                list={list}
                name="action"
                label={t.operation}
                searchable
                options={auditActions.filter((value) => value !== VIEW).map((value) => ({ value, label: auditActionNames[value][spoken] }))}
              />
            )}
            <ObjectFilter list={list} />
            {list.filtered && (
              <Button type="link" onClick={list.clear}>
                {t.clearFilters}
              </Button>
            )}
          </>
        }
        empty={{ title: t.noData }}
      />
      {exporting.subject && counts && <OperationExport filters={asked} {...counts} onClose={exporting.close} />}
    </>
  )
}

interface HalvesProps {
  looked: boolean
  counts: OutputOf<typeof contract.operationLog.counts> | undefined
  onChoose: (action: string) => void
}

/** Chooses between the operations that changed something and those that only looked. */
function Halves({ looked, counts, onChoose }: HalvesProps) {
  const t = useText(text)
  useFilterName('action', looked ? t.views : undefined)
  return (
    <Segmented
      aria-label={t.halves}
      value={looked ? VIEW : ''}
      options={[
        { value: '', label: counts ? `${t.changes} ${counted(counts.changes)}` : t.changes },
        { value: VIEW, label: counts ? `${t.views} ${counted(counts.views)}` : t.views },
      ]}
      onChange={onChoose}
    />
  )
}

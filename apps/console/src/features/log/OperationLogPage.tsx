import { DownloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { auditActionNames, auditActions, auditAreaNames, auditAreas, contract, MOST_FOUND } from '@weft/contract'
import { asking, language, ListFilter, ListTable, PageHeader, type ListPage, useListPage, useText } from '@weft/ui'
import { useOperationColumns, useOperationDetails } from '@weft/ui/audit/operation-columns.tsx'
import { DateRangeSearch } from '@weft/ui/form/DateRangeSearch.tsx'
import { lastDays } from '@weft/ui/form/day-range.ts'
import { daysOf, inSeconds } from '@weft/ui/form/log-days.ts'
import { useFilterName } from '@weft/ui/list/filter-names.ts'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useFileExport } from '../../shared/file/use-file-export.ts'
import { ObjectFilter } from './ObjectFilter.tsx'
import * as text from './log.text.ts'
import { Term } from '../../shared/help/Term.tsx'

const INITIAL_DAYS = 7

/** Shows who changed what in the account, newest first: all logins, with a search. */
export function OperationLogPage() {
  const t = useText(text)
  const spoken = language.use()
  const [initial] = useState(() => lastDays(INITIAL_DAYS))
  const days = { ...daysOf(initial) }
  const list = useListPage(contract.operationLog.lists, ['start_time', 'end_time', 'person', 'area', 'action', 'object', 'views'], days)
  const people = useQuery(asking(contract.operationLog.people, {}, { quiet: true }))
  const rows = list.rows.map((row, at) => ({ ...row, key: `${row.create_time} ${at}` }))
  const keep = useFileExport(contract.operationLog.file, t.exported)
  return (
    <>
      <PageHeader title={t.operations} term={<Term of="operation_log" />} meta={t.operationsMeta} />
      <ListTable
        list={{ ...list, rows }}
        name="log-operations"
        subject={t.operations}
        rowKey="key"
        countedTo={MOST_FOUND}
        capped
        columns={useOperationColumns()}
        expand={useOperationDetails()}
        searchHint={t.searchOperations}
        time={<DateRangeSearch list={inSeconds(list)} initial={initial} getPopupContainer={popupContainer} />}
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
            <ListFilter
              list={list}
              name="action"
              label={t.operation}
              searchable
              options={auditActions.map((value) => ({ value, label: auditActionNames[value][spoken] }))}
            />
            <ObjectFilter list={list} />
            <WithViews list={list} />
            <Button disabled={!list.filtered} onClick={list.clear}>
              {t.reset}
            </Button>
          </>
        }
        actions={
          <Button
            icon={<DownloadOutlined aria-hidden />}
            loading={keep.isPending}
            onClick={() => keep.mutate({ ...days, ...list.filters, ...(list.search && { search: list.search }) })}
          >
            {t.export}
          </Button>
        }
        empty={{ title: t.noData }}
      />
    </>
  )
}

/** Chooses whether operations that only looked at something are listed too. */
function WithViews({ list }: { list: Pick<ListPage<unknown>, 'filters' | 'show'> }) {
  const t = useText(text)
  const chosen = list.filters['views'] === '1'
  useFilterName('views', chosen ? t.withViews : undefined)
  return (
    <Checkbox checked={chosen} onChange={({ target }) => list.show({ views: target.checked ? '1' : '' })}>
      {t.withViews}
    </Checkbox>
  )
}

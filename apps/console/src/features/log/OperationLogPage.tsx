import { DownloadOutlined } from '@ant-design/icons'
import { auditAreaNames, auditAreas, contract, MOST_FOUND } from '@weft/contract'
import { language, ListFilter, ListTable, PageHeader, useListPage, useText } from '@weft/ui'
import { useOperationColumns } from '@weft/ui/audit/operation-columns.tsx'
import { DateRangeSearch } from '@weft/ui/form/DateRangeSearch.tsx'
import { lastDays } from '@weft/ui/form/day-range.ts'
import { daysOf, inSeconds } from '@weft/ui/form/log-days.ts'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useOperationExport } from '../../shared/record/use-operation-export.ts'
import * as text from './log.text.ts'

const INITIAL_DAYS = 7

/** Shows who changed what in the account, newest first: all logins, with a search. */
export function OperationLogPage() {
  const t = useText(text)
  const spoken = language.use()
  const [initial] = useState(() => lastDays(INITIAL_DAYS))
  const days = { ...daysOf(initial) }
  const list = useListPage(contract.operationLog.lists, ['start_time', 'end_time', 'area'], days)
  const rows = list.rows.map((row, at) => ({ ...row, key: `${row.create_time} ${at}` }))
  const keep = useOperationExport(t.exported)
  return (
    <>
      <PageHeader title={t.operations} meta={t.operationsMeta} />
      <ListTable
        list={{ ...list, rows }}
        name="log-operations"
        subject={t.operations}
        rowKey="key"
        countedTo={MOST_FOUND}
        capped
        columns={useOperationColumns()}
        searchHint={t.searchOperations}
        filters={
          <>
            <DateRangeSearch list={inSeconds(list)} initial={initial} getPopupContainer={popupContainer} />
            <ListFilter
              list={list}
              name="area"
              label={t.area}
              options={auditAreas.map((value) => ({ value, label: auditAreaNames[value][spoken] }))}
            />
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

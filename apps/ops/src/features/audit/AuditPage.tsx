import { opsContract } from '@weft/contract'
import { ListTable, PageHeader, useListPage, useText } from '@weft/ui'
import { operationRows, useOperationColumns, useOperationDetails } from '@weft/ui/audit/operation-columns.tsx'
import { DateRangeSearch } from '@weft/ui/form/DateRangeSearch.tsx'
import { lastDays } from '@weft/ui/form/day-range.ts'
import { daysOf, inSeconds } from '@weft/ui/form/log-days.ts'
import { useState } from 'react'
import { AccountFilter } from '../../shared/account/AccountFilter.tsx'
import * as text from './audit-page.text.ts'

const INITIAL_DAYS = 7

/** Shows 「操作审计」: who did what, in one account or in the operator desk itself. */
export function AuditPage() {
  const t = useText(text)
  const [initial] = useState(() => lastDays(INITIAL_DAYS))
  const list = useListPage(opsContract.desk.audit, ['account_number', 'start_time', 'end_time'], { ...daysOf(initial) })
  const columns = useOperationColumns()
  const details = useOperationDetails()
  const rows = operationRows(list.rows)
  return (
    <>
      <PageHeader title={t.title} meta={t.ofDesk} />
      <ListTable
        list={{ ...list, rows }}
        name="desk-audit"
        subject={t.subject}
        rowKey="key"
        columns={columns}
        expand={details}
        time={<DateRangeSearch list={inSeconds(list)} initial={initial} />}
        filters={<AccountFilter list={list} />}
        empty={{ title: t.none }}
      />
    </>
  )
}

import { auditKinds, opsContract } from '@weft/contract'
import { ListFilter, ListTable, useListPage, useText } from '@weft/ui'
import { operationRows, useOperationColumns } from '@weft/ui/audit/operation-columns.tsx'
import { lastDays } from '@weft/ui/form/day-range.ts'
import { daysOf } from '@weft/ui/form/log-days.ts'
import { LinkButton } from '@weft/ui/parts/LinkButton.tsx'
import { useState } from 'react'
import * as text from './account-page.text.ts'

const DAYS = 30

/** Lists the recent operations in the account, by its logins and by operators. */
export function AuditTab({ account_number }: { account_number: string }) {
  const t = useText(text)
  const [days] = useState(() => daysOf(lastDays(DAYS)))
  const list = useListPage(opsContract.desk.audit, ['kind'], { account_number, ...days })
  const rows = operationRows(list.rows)
  return (
    <ListTable
      list={{ ...list, rows }}
      name="desk-account-audit"
      subject={t.tabs.audit}
      rowKey="key"
      columns={useOperationColumns()}
      filters={
        <ListFilter
          list={list}
          name="kind"
          label={t.auditKind}
          options={auditKinds.map((kind) => ({ value: kind, label: t.auditKinds[kind] }))}
        />
      }
      actions={<LinkButton to={`/audit?account_number=${account_number}`}>{t.allAudit}</LinkButton>}
      empty={{ title: t.noAudit }}
    />
  )
}

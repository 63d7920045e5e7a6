import { DownloadOutlined } from '@ant-design/icons'
import { DESK_FOUND, type OutputOf, opsContract } from '@weft/contract'
import {
  type ListColumn,
  ListFilter,
  type ListPage,
  ListTable,
  Nothing,
  PageHeader,
  StatusDot,
  TimeText,
  useListPage,
  useText,
} from '@weft/ui'
import { DayPicker } from '@weft/ui/form/DayPicker.tsx'
import { dayOf } from '@weft/ui/form/day-range.ts'
import { ExportProgress } from '@weft/ui/parts/ExportProgress.tsx'
import { Button } from 'antd'
import { useState } from 'react'
import { serverSeconds } from '@weft/ui/time/server-time.ts'
import { AccountLink } from '../../shared/account/AccountLink.tsx'
import { accountExport } from './account-export.ts'
import * as text from './account.text.ts'

type Row = OutputOf<typeof opsContract.accounts.list>['rows'][number]

const FILTERS = ['status', 'verified', 'ending', 'start_time', 'end_time'] as const
/** The days within which services end, of which the filter offers. */
const ENDING_DAYS = [7, 30, 90]

/** Shows 「客户账号」: all accounts, newest first. */
export function AccountListPage() {
  const t = useText(text)
  const list = useListPage<Row>(opsContract.accounts.list, FILTERS)
  const exporting = accountExport.use()
  const columns: ListColumn<Row>[] = [
    {
      key: 'account_number',
      title: t.number,
      card: 'title',
      pinned: true,
      render: (_, row) => <AccountLink account_number={row.account_number} />,
    },
    { key: 'nickname', title: t.name, render: (_, row) => row.nickname || <Nothing /> },
    { key: 'username', title: t.username, render: (_, row) => row.username },
    { key: 'phone', title: t.phone, render: (_, row) => row.phone ?? <Nothing /> },
    { key: 'email', title: t.email, render: (_, row) => row.email ?? <Nothing /> },
    { key: 'status', title: t.status, card: 'status', render: (_, row) => <AccountState status={row.status} /> },
    { key: 'create_time', title: t.created, render: (_, row) => <TimeText at={row.create_time} /> },
  ]
  return (
    <>
      <PageHeader title={t.title} />
      <ListTable
        list={list}
        name="ops-accounts"
        subject={t.subject}
        rowKey="account_number"
        columns={columns}
        searchHint={t.search}
        countedTo={DESK_FOUND}
        filters={<Filters list={list} />}
        actions={
          <Button
            icon={<DownloadOutlined aria-hidden />}
            disabled={list.count === 0}
            loading={exporting !== undefined && exporting.failed === undefined}
            onClick={() => accountExport.start({ ...list.filters, ...(list.search && { search: list.search }) })}
          >
            {t.export}
          </Button>
        }
        empty={{ title: t.empty }}
      />
      <ExportProgress title={t.exporting} exporting={exporting} onRetry={accountExport.retry} onCancel={accountExport.cancel} />
    </>
  )
}

function Filters({ list }: { list: ListPage<Row> }) {
  const t = useText(text)
  const [today] = useState(() => dayOf(serverSeconds()))
  const day = (name: 'start_time' | 'end_time', label: string) => (
    <DayPicker
      aria-label={label}
      placeholder={label}
      latest={today}
      value={list.filters[name] ?? null}
      onChange={(chosen) => list.show({ [name]: chosen ?? '' })}
    />
  )
  return (
    <>
      <ListFilter
        list={list}
        name="status"
        label={t.status}
        options={[
          { value: '1', label: t.active },
          { value: '0', label: t.disabled },
        ]}
      />
      <ListFilter
        list={list}
        name="verified"
        label={t.verification}
        options={[
          { value: '1', label: t.verified },
          { value: '0', label: t.unverified },
        ]}
      />
      <ListFilter
        list={list}
        name="ending"
        label={t.ending}
        options={ENDING_DAYS.map((days) => ({ value: String(days), label: t.endingIn(days) }))}
      />
      {day('start_time', t.from)}
      {day('end_time', t.until)}
    </>
  )
}

/** Shows whether the customer may sign in. */
export function AccountState({ status }: { status: 0 | 1 }) {
  const t = useText(text)
  return status === 1 ? <StatusDot kind="online" text={t.active} /> : <StatusDot kind="disabled" text={t.disabled} />
}

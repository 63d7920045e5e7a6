import { DESK_FOUND, type OutputOf, opsContract } from '@weft/contract'
import { type ListColumn, ListTable, Nothing, PageHeader, StatusDot, TimeText, useListPage, useText } from '@weft/ui'
import { AccountLink } from '../../shared/account/AccountLink.tsx'
import * as text from './account.text.ts'

type Row = OutputOf<typeof opsContract.accounts.list>['rows'][number]

/** Shows 「客户账号」: all accounts, newest first. */
export function AccountListPage() {
  const t = useText(text)
  const list = useListPage<Row>(opsContract.accounts.list)
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
        empty={{ title: t.empty }}
      />
    </>
  )
}

/** Shows whether the customer may sign in. */
export function AccountState({ status }: { status: 0 | 1 }) {
  const t = useText(text)
  return status === 1 ? <StatusDot kind="online" text={t.active} /> : <StatusDot kind="disabled" text={t.disabled} />
}

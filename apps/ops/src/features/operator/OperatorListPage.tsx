import { PlusOutlined } from '@ant-design/icons'
import { type OperatorRow, operatorRoles, opsContract } from '@weft/contract'
import { type ListColumn, ListFilter, ListTable, PageHeader, TimeText, useDialog, useListPage, useText } from '@weft/ui'
import { Button } from 'antd'
import { Link } from 'react-router'
import * as operatorText from '../../shared/operator/operator.text.ts'
import { CreateDialog } from './CreateDialog.tsx'
import { type FirstPassword, FirstPasswordDialog } from './FirstPasswordDialog.tsx'
import * as text from './operator-page.text.ts'
import { operatorPath } from './operator-rows.ts'
import { OperatorState } from './OperatorState.tsx'

/** Shows 「运营人员」: who may sign in to the operator desk, and with which role. */
export function OperatorListPage() {
  const t = useText(text)
  const { roles } = useText(operatorText)
  const list = useListPage<OperatorRow>(opsContract.operators.list, ['role', 'status'])
  const creating = useDialog<true>()
  const made = useDialog<FirstPassword>()
  const columns: ListColumn<OperatorRow>[] = [
    {
      key: 'username',
      title: t.username,
      card: 'title',
      pinned: true,
      render: (_, { id, username }) => <Link to={operatorPath(id)}>{username}</Link>,
    },
    { key: 'role', title: t.role, width: 110, render: (_, { role }) => roles[role] },
    { key: 'status', title: t.status, width: 110, card: 'status', render: (_, operator) => <OperatorState operator={operator} /> },
    { key: 'totp', title: t.totp, width: 110, render: (_, { totp }) => (totp === 1 ? t.on : t.off) },
    { key: 'sessions', title: t.sessions, width: 110, align: 'right', render: (_, { sessions }) => sessions },
    {
      key: 'last',
      title: t.lastLogin,
      width: 160,
      render: (_, { last_login_time }) => (last_login_time === null ? t.neverCame : <TimeText at={last_login_time} />),
    },
    { key: 'created', title: t.created, width: 160, render: (_, { create_time }) => <TimeText at={create_time} /> },
  ]
  return (
    <>
      <PageHeader
        title={t.title}
        actions={
          <Button type="primary" icon={<PlusOutlined aria-hidden />} aria-haspopup="dialog" onClick={() => creating.show(true)}>
            {t.add}
          </Button>
        }
      />
      <ListTable
        list={list}
        name="desk-operators"
        subject={t.subject}
        rowKey="id"
        columns={columns}
        searchHint={t.search}
        filters={
          <>
            <ListFilter list={list} name="role" label={t.role} options={operatorRoles.map((value) => ({ value, label: roles[value] }))} />
            <ListFilter
              list={list}
              name="status"
              label={t.status}
              options={[
                { value: '1', label: t.active },
                { value: '0', label: t.disabled },
              ]}
            />
          </>
        }
        empty={{ title: t.empty }}
      />
      {creating.subject && <CreateDialog onClose={creating.close} onMade={made.show} />}
      {made.subject && <FirstPasswordDialog made={made.subject} onClose={made.close} />}
    </>
  )
}

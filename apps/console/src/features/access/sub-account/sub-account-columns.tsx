import type { SubAccount } from '@weft/contract'
import { type ListColumn, StatusDot, TimeText } from '@weft/ui'
import { Button } from 'antd'
import { Link } from 'react-router'
import type * as text from './sub-account.text.ts'

/** Returns the address of the operation log, narrowed to what a login did. */
const operationsOf = (id: string) => `/logs/operations?person=${encodeURIComponent(id)}`

export type Action = 'edit' | 'role' | 'turn' | 'delete'

interface Options {
  t: (typeof text)['zhCN']
  onAction: (action: Action, of: SubAccount) => void
}

export function subAccountColumns({ t, onAction }: Options): ListColumn<SubAccount>[] {
  return [
    {
      key: 'account',
      title: t.account,
      pinned: true,
      card: 'title',
      render: (_, { username }) => <span className="weft-mono">{username}</span>,
    },
    { key: 'nickname', title: t.nickname, render: (_, { nickname }) => nickname },
    {
      key: 'role',
      title: t.role,
      className: 'access-cell-link',
      render: (_, one) => (
        <Button
          type="link"
          className="access-link"
          aria-label={t.roleOf(one.role_name)}
          aria-haspopup="dialog"
          onClick={() => onAction('role', one)}
        >
          {one.role_name}
        </Button>
      ),
    },
    {
      key: 'status',
      title: t.status,
      render: (_, { status }) => <StatusDot kind={status === 1 ? 'online' : 'disabled'} text={status === 1 ? t.on : t.off} />,
    },
    { key: 'created', title: t.created, render: (_, one) => <TimeText at={one.create_time} /> },
    {
      key: 'lastLogin',
      title: t.lastLogin,
      render: (_, { login_time }) => (login_time === null ? t.never : <TimeText at={login_time} relative />),
    },
    {
      key: 'actions',
      title: t.actions,
      pinned: true,
      card: 'actions',
      render: (_, one) => (
        <span className="access-actions">
          <Button type="link" aria-label={t.editOf(one.username)} aria-haspopup="dialog" onClick={() => onAction('edit', one)}>
            {t.edit}
          </Button>
          <Link className="access-link" to={operationsOf(one.id)} aria-label={t.logOf(one.username)}>
            {t.log}
          </Link>
          <Button
            type="link"
            aria-label={one.status === 1 ? t.disableOf(one.username) : t.enableOf(one.username)}
            {...(one.status === 1 && { 'aria-haspopup': 'dialog' as const })}
            onClick={() => onAction('turn', one)}
          >
            {one.status === 1 ? t.disable : t.enable}
          </Button>
          <Button type="link" danger aria-label={t.deleteOf(one.username)} aria-haspopup="dialog" onClick={() => onAction('delete', one)}>
            {t.delete}
          </Button>
        </span>
      ),
    },
  ]
}

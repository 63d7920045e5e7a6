import type { AccessKey } from '@weft/contract'
import { type ListColumn, StatusDot, TimeText } from '@weft/ui'
import { Button } from 'antd'
import type * as text from './access-key.text.ts'

interface Options {
  t: (typeof text)['zhCN']
  /** Unix seconds. */
  now: number
  onDelete: (key: AccessKey) => void
}

export function accessKeyColumns({ t, now, onDelete }: Options): ListColumn<AccessKey>[] {
  return [
    { key: 'name', title: t.name, pinned: true, card: 'title', render: (_, { name }) => name },
    { key: 'role', title: t.role, render: (_, { role_name }) => role_name },
    { key: 'created', title: t.created, render: (_, key) => <TimeText at={key.create_time} /> },
    {
      key: 'expires',
      title: t.expires,
      render: (_, { expire_time }) => (expire_time <= now ? <StatusDot kind="offline" text={t.expired} /> : <TimeText at={expire_time} />),
    },
    {
      key: 'lastUsed',
      title: t.lastUsed,
      render: (_, { last_time, last_address }) =>
        last_time === null ? (
          t.never
        ) : (
          <>
            <TimeText at={last_time} relative /> <span className="access-address">{last_address}</span>
          </>
        ),
    },
    {
      key: 'actions',
      title: t.actions,
      pinned: true,
      card: 'actions',
      render: (_, key) => (
        <span className="access-actions">
          <Button type="link" danger aria-label={t.deleteOf(key.name)} aria-haspopup="dialog" onClick={() => onDelete(key)}>
            {t.delete}
          </Button>
        </span>
      ),
    },
  ]
}

import type { Role } from '@weft/contract'
import { type ListColumn, Nothing, TimeText } from '@weft/ui'
import { Button } from 'antd'
import { BlockedButton } from '../../../shared/page/BlockedButton.tsx'
import { RoleTags } from './RoleTags.tsx'
import type * as text from './role.text.ts'

interface Options {
  t: (typeof text)['zhCN']
  onEdit: (role: Role) => void
  onView: (role: Role) => void
  onDelete: (role: Role) => void
}

export function roleColumns({ t, onEdit, onView, onDelete }: Options): ListColumn<Role>[] {
  return [
    { key: 'name', title: t.name, pinned: true, card: 'title', render: (_, { name }) => name },
    { key: 'note', title: t.note, render: (_, { note }) => note || <Nothing /> },
    { key: 'rights', title: t.summary, render: (_, { auth }) => <RoleTags auth={auth} /> },
    { key: 'users', title: t.users, align: 'right', render: (_, { users }) => users },
    { key: 'created', title: t.created, render: (_, role) => <TimeText at={role.create_time} /> },
    { key: 'updated', title: t.updated, card: 'none', render: (_, role) => <TimeText at={role.update_time} /> },
    {
      key: 'actions',
      title: t.actions,
      pinned: true,
      card: 'actions',
      render: (_, role) => (
        <span className="access-actions">
          <Button type="link" aria-label={t.editOf(role.name)} aria-haspopup="dialog" onClick={() => onEdit(role)}>
            {t.edit}
          </Button>
          <Button type="link" aria-label={t.viewAsOf(role.name)} onClick={() => onView(role)}>
            {t.viewAs}
          </Button>
          <BlockedButton
            type="link"
            danger
            aria-label={t.deleteOf(role.name)}
            aria-haspopup="dialog"
            reason={role.users > 0 ? t.heldBy(role.users) : undefined}
            onPress={() => onDelete(role)}
          >
            {t.delete}
          </BlockedButton>
        </span>
      ),
    },
  ]
}

import type { Contact } from '@weft/contract'
import { type ListColumn, StatusDot } from '@weft/ui'
import { Button, Popconfirm } from 'antd'
import type * as text from './contacts.text.ts'
import { SendVerification } from './SendVerification.tsx'

interface Options {
  t: (typeof text)['zhCN']
  mayEdit: boolean
  onEdit: (contact: Contact) => void
  onDelete: (contact: Contact) => void
}

export function contactColumns({ t, mayEdit, onEdit, onDelete }: Options): ListColumn<Contact>[] {
  const columns: ListColumn<Contact>[] = [
    { key: 'name', title: t.name, pinned: true, card: 'title', render: (_, { name }) => <span className="monitor-word">{name}</span> },
    { key: 'email', title: t.email, render: (_, { email }) => <span className="monitor-word">{email}</span> },
    {
      key: 'state',
      title: t.state,
      card: 'status',
      render: (_, { email_verify }) =>
        email_verify === 1 ? <StatusDot kind="online" text={t.verified} /> : <StatusDot kind="pending" text={t.unverified} />,
    },
  ]
  if (!mayEdit) return columns
  return [
    ...columns,
    {
      key: 'actions',
      title: t.actions,
      pinned: true,
      card: 'actions',
      render: (_, contact) => (
        <span className="monitor-actions">
          <Button type="link" aria-label={t.editOf(contact.name)} onClick={() => onEdit(contact)}>
            {t.edit}
          </Button>
          {contact.email_verify === 0 && <SendVerification contact={contact} />}
          <Popconfirm
            title={t.sure}
            okText={t.delete}
            okButtonProps={{ danger: true }}
            cancelText={t.cancel}
            onConfirm={() => onDelete(contact)}
          >
            <Button type="link" danger aria-label={t.deleteOf(contact.name)}>
              {t.delete}
            </Button>
          </Popconfirm>
        </span>
      ),
    },
  ]
}

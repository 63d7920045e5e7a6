import { MoreOutlined } from '@ant-design/icons'
import type { MemberSummary } from '@weft/contract'
import { type ListColumn, Nothing, StatusDot } from '@weft/ui'
import { Button } from 'antd'
import { MenuButton } from '@weft/ui/parts/MenuButton.tsx'
import { ClientVersion } from '../ClientVersion.tsx'
import type * as memberText from '../member.text.ts'
import type { MemberRights } from '../member-rights.ts'
import { shownPhone } from '../shown-phone.ts'
import { NameCell, NoteCell } from './member-cells.tsx'
import type * as text from './member-list.text.ts'

/** An action on one software member. */
export type SoftwareAction = 'note' | 'phone' | 'detail' | 'password' | 'delete' | 'status' | 'profile'

interface Options {
  t: (typeof text)['zhCN']
  m: (typeof memberText)['zhCN']
  rights: MemberRights
  onAction: (action: SoftwareAction, member: MemberSummary) => void
}

/** Returns the columns of the software members, without actions that the login may not do. */
export function softwareColumns({ t, m, rights, onAction }: Options): ListColumn<MemberSummary>[] {
  return [
    { key: 'name', title: m.name, pinned: true, card: 'title', render: (_, member) => <NameCell member={member} /> },
    {
      key: 'note',
      title: m.note,
      render: (_, member) => <NoteCell member={member} onEdit={rights.edit ? (one) => onAction('note', one) : undefined} />,
    },
    {
      key: 'phone',
      title: m.phone,
      render: (_, member) => (
        <span className="member-cell-phone">
          <span>{shownPhone(member) ?? <Nothing />}</span>
          {rights.credentials && (
            <Button
              type="link"
              size="small"
              aria-label={member.phone === null ? t.bindOf(member.router_name) : t.changeOf(member.router_name)}
              onClick={() => onAction('phone', member)}
            >
              {member.phone === null ? t.bind : t.change}
            </Button>
          )}
        </span>
      ),
    },
    { key: 'client', title: t.clientVersion, render: (_, member) => <ClientVersion client={member} /> },
    {
      key: 'status',
      title: t.status,
      card: 'status',
      render: (_, { status }) =>
        status === 1 ? <StatusDot kind="online" text={m.normal} /> : <StatusDot kind="disabled" text={m.disabled} />,
    },
    {
      key: 'actions',
      title: m.actions,
      pinned: true,
      card: 'actions',
      render: (_, member) => {
        const button = (action: SoftwareAction, label: string, named: string, danger = false) => (
          <Button type="link" danger={danger} aria-label={named} aria-haspopup="dialog" onClick={() => onAction(action, member)}>
            {label}
          </Button>
        )
        return (
          <span className="member-actions">
            {button('detail', m.detail, t.detailOf(member.router_name))}
            {rights.credentials && button('password', t.changePassword, t.changePasswordOf(member.router_name))}
            {rights.delete && button('delete', m.delete, t.deleteOf(member.router_name), true)}
            {rights.edit && (
              <MenuButton
                items={[
                  { key: 'status', label: member.status === 1 ? m.disable : m.enable, onClick: () => onAction('status', member) },
                  { key: 'profile', label: t.profile, onClick: () => onAction('profile', member) },
                ]}
                type="text"
                size="small"
                icon={<MoreOutlined aria-hidden />}
                aria-label={t.moreOf(member.router_name)}
              />
            )}
          </span>
        )
      },
    },
  ]
}

import type { MemberSummary } from '@weft/contract'
import { type ListColumn, Nothing, StatusDot } from '@weft/ui'
import { Button } from 'antd'
import { Link } from 'react-router'
import { memberPath } from '../../../shared/member/member-paths.ts'
import type * as memberText from '../member.text.ts'
import type { MemberRights } from '../member-rights.ts'
import { NameCell, NoteCell } from './member-cells.tsx'
import type * as text from './member-list.text.ts'

interface Options {
  t: (typeof text)['zhCN']
  m: (typeof memberText)['zhCN']
  rights: MemberRights
  onNote: (member: MemberSummary) => void
  onDelete: (member: MemberSummary) => void
}

/** Returns the columns of the hardware members, without actions that the login may not do. */
export function hardwareColumns({ t, m, rights, onNote, onDelete }: Options): ListColumn<MemberSummary>[] {
  return [
    { key: 'name', title: m.name, pinned: true, card: 'title', render: (_, member) => <NameCell member={member} /> },
    {
      key: 'sign_in',
      title: t.signIn,
      card: 'status',
      render: (_, { online_status }) =>
        online_status === 1 ? <StatusDot kind="online" text={m.signedIn} /> : <StatusDot kind="idle" text={m.signedOut} />,
    },
    { key: 'note', title: m.note, render: (_, member) => <NoteCell member={member} onEdit={rights.edit ? onNote : undefined} /> },
    { key: 'version', title: t.hardwareVersion, render: (_, { version }) => version || <Nothing /> },
    {
      key: 'actions',
      title: m.actions,
      pinned: true,
      card: 'actions',
      render: (_, member) => (
        <span className="member-actions">
          {member.online_status === 1 && (
            <Link to={memberPath.detail(member.router_name)} aria-label={t.detailOf(member.router_name)}>
              {m.detail}
            </Link>
          )}
          {rights.delete && (
            <Button type="link" danger aria-label={t.deleteOf(member.router_name)} onClick={() => onDelete(member)}>
              {m.delete}
            </Button>
          )}
        </span>
      ),
    },
  ]
}

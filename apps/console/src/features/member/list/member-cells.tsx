import { EditOutlined } from '@ant-design/icons'
import type { MemberSummary } from '@weft/contract'
import { useText } from '@weft/ui'
import { Link } from 'react-router'
import { MemberOnline } from '../../../shared/member/MemberOnline.tsx'
import { memberPath } from '../../../shared/member/member-paths.ts'
import { WhyOffline } from '../../../shared/member/WhyOffline.tsx'
import { MemberNote } from '../MemberNote.tsx'
import * as memberText from '../member.text.ts'
import * as text from './member-list.text.ts'

/** Shows a member's name, whether it is online, and why not. A device that has ever connected links to its page. */
export function NameCell({ member }: { member: MemberSummary }) {
  const { router_name, router_type, online, online_status, version } = member
  const heard = router_type === 1 && (online_status === 1 || version !== null)
  return (
    <span className="member-cell-name">
      {heard ? (
        <Link className="weft-mono" to={memberPath.detail(router_name)}>
          {router_name}
        </Link>
      ) : (
        <span className="weft-mono">{router_name}</span>
      )}
      <span className="member-cell-state">
        <MemberOnline member={member} />
        {online === 0 && <WhyOffline router_name={router_name} />}
      </span>
    </span>
  )
}

/** Shows a note, with a pencil if the login may change it. */
export function NoteCell({ member, onEdit }: { member: MemberSummary; onEdit: ((member: MemberSummary) => void) | undefined }) {
  const t = useText(text)
  const m = useText(memberText)
  return (
    <span className="member-cell-note">
      <MemberNote note={member.note} />
      {onEdit && (
        <button
          type="button"
          className="weft-icon-button"
          aria-label={t.noteOf(member.router_name)}
          title={m.editNote}
          onClick={() => onEdit(member)}
        >
          <EditOutlined aria-hidden />
        </button>
      )}
    </span>
  )
}

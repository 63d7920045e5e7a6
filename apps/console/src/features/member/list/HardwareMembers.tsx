import { useQueryClient } from '@tanstack/react-query'
import { contract, type MemberSummary, MOST_FOUND } from '@weft/contract'
import { ListFilter, ListTable, useDialog, useListPage, useText } from '@weft/ui'
import { membersChanged } from '../../../shared/member/members-changed.ts'
import { DeleteMemberDialog } from '../dialogs/DeleteMemberDialog.tsx'
import { EditNoteDialog } from '../dialogs/EditNoteDialog.tsx'
import * as memberText from '../member.text.ts'
import { useMemberRights } from '../member-rights.ts'
import { hardwareColumns } from './hardware-columns.tsx'
import * as text from './member-list.text.ts'
import { OnlineFilter } from './OnlineFilter.tsx'

/** Shows the tab of the hardware members. */
export function HardwareMembers() {
  const t = useText(text)
  const m = useText(memberText)
  const queries = useQueryClient()
  const rights = useMemberRights()
  const list = useListPage(contract.router.list, ['online', 'online_status'], { type: '1' })
  const noting = useDialog<MemberSummary>()
  const deleting = useDialog<MemberSummary>()
  const done = (dialog: { close: () => void }) => () => {
    dialog.close()
    void membersChanged(queries)
  }
  return (
    <>
      <ListTable
        list={list}
        name="hardware-members"
        subject={m.types[1]}
        rowKey="router_name"
        countedTo={MOST_FOUND}
        columns={hardwareColumns({ t, m, rights, onNote: noting.show, onDelete: deleting.show })}
        searchHint={t.searchHardwareHint}
        filters={
          <>
            <OnlineFilter list={list} />
            <ListFilter
              list={list}
              name="online_status"
              label={t.signIn}
              options={[
                { value: '1', label: m.signedIn },
                { value: '0', label: m.signedOut },
              ]}
            />
          </>
        }
        empty={{ title: t.noHardware, hint: t.noHardwareText }}
      />
      {noting.subject && <EditNoteDialog member={noting.subject} onClose={noting.close} onDone={done(noting)} />}
      {deleting.subject && <DeleteMemberDialog member={deleting.subject} onClose={deleting.close} onDone={done(deleting)} />}
    </>
  )
}

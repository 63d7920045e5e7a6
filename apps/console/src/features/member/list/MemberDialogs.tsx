import { lazy, Suspense } from 'react'
import { DeleteMemberDialog } from '../dialogs/DeleteMemberDialog.tsx'
import { EditNoteDialog } from '../dialogs/EditNoteDialog.tsx'
import { AddMemberDrawer, MemberPasswordDialog, MemberPhoneDialog } from '../member-dialogs.ts'
import type { MemberSelection } from './use-member-selection.ts'
import type { Asked, MemberActions } from './use-member-actions.ts'

const BatchAddDrawer = lazy(async () => ({ default: (await import('../batch/BatchAddDrawer.tsx')).BatchAddDrawer }))
const DeleteByFileDrawer = lazy(async () => ({ default: (await import('../batch/DeleteByFileDrawer.tsx')).DeleteByFileDrawer }))
const SyncDialog = lazy(async () => ({ default: (await import('../../../shared/directory/SyncDialog.tsx')).SyncDialog }))
const BulkDeleteDialog = lazy(async () => ({ default: (await import('../dialogs/BulkDeleteDialog.tsx')).BulkDeleteDialog }))
const BulkNoteDialog = lazy(async () => ({ default: (await import('../dialogs/BulkNoteDialog.tsx')).BulkNoteDialog }))
const BulkStatusDialog = lazy(async () => ({ default: (await import('../dialogs/BulkStatusDialog.tsx')).BulkStatusDialog }))
const LabelDialog = lazy(async () => ({ default: (await import('../dialogs/LabelDialog.tsx')).LabelDialog }))
const ProfileDialog = lazy(async () => ({ default: (await import('../dialogs/ProfileDialog.tsx')).ProfileDialog }))

interface Props {
  actions: MemberActions
  selection: MemberSelection
}

/** Shows the open dialog, if any; most are loaded on their first use. */
export function MemberDialogs(props: Props) {
  const asked = props.actions.dialog.subject
  return <Suspense>{asked && <AskedDialog {...props} asked={asked} />}</Suspense>
}

function AskedDialog({ asked, actions: { dialog, changed }, selection }: Props & { asked: Asked }) {
  const onClose = dialog.close
  const onDone = () => {
    dialog.close()
    changed()
  }
  const onBulk = () => {
    onDone()
    selection.clear()
  }
  const bulk = { onClose, onDone: onBulk, onGone: selection.forget }
  switch (asked.action) {
    case 'note':
      return <EditNoteDialog member={asked.member} onClose={onClose} onDone={onDone} />
    case 'label':
      return (
        <LabelDialog member={asked.member} names={[asked.member.router_name]} onClose={onClose} onDone={onDone} onGone={selection.forget} />
      )
    case 'phone':
      return <MemberPhoneDialog member={asked.member} onClose={onClose} onSaved={onDone} />
    case 'password':
      return <MemberPasswordDialog member={asked.member} onClose={onClose} onSaved={onDone} />
    case 'profile':
      return <ProfileDialog member={asked.member} onClose={onClose} />
    case 'delete':
      return (
        <DeleteMemberDialog
          member={asked.member}
          onClose={onClose}
          onDone={() => {
            selection.forget([asked.member.router_name])
            onDone()
          }}
        />
      )
    case 'add':
      return <AddMemberDrawer onClose={onClose} onAdded={changed} />
    case 'sync':
      return <SyncDialog onClose={onClose} />
    case 'add-batch':
      return <BatchAddDrawer onClose={onClose} onAdded={changed} />
    case 'delete-file':
      return <DeleteByFileDrawer onClose={onClose} onDeleted={changed} />
    case 'enable-many':
      return <BulkStatusDialog names={asked.names} status={1} {...bulk} />
    case 'disable-many':
      return <BulkStatusDialog names={asked.names} status={0} {...bulk} />
    case 'note-many':
      return <BulkNoteDialog names={asked.names} {...bulk} />
    case 'label-many':
      return <LabelDialog names={asked.names} {...bulk} />
    case 'delete-many':
      return (
        <BulkDeleteDialog
          names={asked.names}
          onClose={onClose}
          // Clears the selection: members that were gone already are on no page, so they could not be deselected.
          onDeleted={() => {
            selection.clear()
            changed()
          }}
        />
      )
  }
}

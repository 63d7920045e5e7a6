import { contract, DELETE_COLUMN, DELETE_PHRASE, SHEET_MAX_ROWS } from '@weft/contract'
import { confirm, ConfirmByTyping, useDialog, useText } from '@weft/ui'
import '@weft/ui/dialog/dialog.css'
import { Button, Drawer } from 'antd'
import './batch.css'
import * as text from './batch.text.ts'
import { DeletionRows } from './DeletionRows.tsx'
import { Outcome } from './Outcome.tsx'
import { SheetGuide } from './SheetGuide.tsx'
import { useDeleteByFile } from './use-delete-by-file.ts'
import { useSlow } from './use-slow.ts'
import { Working } from './Working.tsx'

interface Props {
  onClose: () => void
  /** Called after members were deleted, to reload every list of members. The drawer stays open with the result. */
  onDeleted: () => void
}

/** Shows 「按文件批量删除」, which deletes the members named in a spreadsheet after the phrase is typed. */
export function DeleteByFileDrawer({ onClose, onDeleted }: Props) {
  const t = useText(text)
  const { file, deletion, choose, start, restart } = useDeleteByFile(onDeleted)
  const confirmation = useDialog<File>()
  const deleting = deletion.phase === 'deleting'
  const slow = useSlow(deleting)
  const leave = { title: t.leaveTitle, body: t.leaveBody, action: t.leave, cancel: t.stay }
  const close = async () => {
    if (!deleting || (await confirm(leave))) onClose()
  }
  return (
    <Drawer
      open
      size={560}
      title={t.deleteTitle}
      onClose={() => void close()}
      footer={
        <div className="weft-dialog-buttons batch-buttons">
          <Button onClick={() => void close()}>{deletion.phase === 'done' ? t.close : t.cancel}</Button>
          {deletion.phase === 'done' ? (
            <Button type="primary" onClick={restart}>
              {t.anotherDeletion}
            </Button>
          ) : (
            <Button
              type="primary"
              danger
              disabled={!file || deletion.phase === 'changed'}
              loading={deleting && !slow}
              onClick={() => file && !deleting && confirmation.show(file)}
            >
              {t.delete}
            </Button>
          )}
        </div>
      }
    >
      {deletion.phase !== 'done' && (
        <SheetGuide
          rules={t.deleteRules(DELETE_COLUMN, SHEET_MAX_ROWS)}
          template={contract.memberFiles.deleteTemplate}
          file={file}
          busy={deleting}
          onChoose={choose}
        />
      )}
      <Working what={deleting ? t.deleting : undefined} />
      {deletion.phase === 'done' ? (
        <DeletionRows rows={deletion.rows} />
      ) : (
        <Outcome
          outcome={
            deletion.phase === 'refused'
              ? { type: 'error', title: deletion.msg, description: t.refusedDelete }
              : deletion.phase === 'lost'
                ? { type: 'warning', title: t.uploadFailed, description: t.lostDelete, action: { label: t.retry, go: start } }
                : deletion.phase === 'changed'
                  ? { type: 'warning', title: t.changed }
                  : undefined
          }
        />
      )}
      {confirmation.subject && (
        <ConfirmByTyping
          title={t.deleteTitle}
          body={t.deleteBody(confirmation.subject.name)}
          name={DELETE_PHRASE}
          action={t.delete}
          onConfirm={() => {
            confirmation.close()
            start()
          }}
          onClose={confirmation.close}
        />
      )}
    </Drawer>
  )
}

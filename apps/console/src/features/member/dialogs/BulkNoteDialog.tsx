import { Note, readLine } from '@weft/contract'
import { rule, toast, useText, useUnsavedGuard } from '@weft/ui'
import { Button, Form, Modal } from 'antd'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { NoteInput } from '../../../shared/member/NoteInput.tsx'
import * as memberText from '../member.text.ts'
import * as text from './bulk.text.ts'
import { ChangePreview } from './ChangePreview.tsx'
import { useBulkChange } from './use-bulk-change.ts'
import { focusOnceOpen } from '@weft/ui/dialog/focus-once-open.ts'

interface Props {
  names: string[]
  onClose: () => void
  onDone: () => void
  onGone: (names: string[]) => void
}

/** Gives several members one note: asks for the note, then shows what it changes. */
export function BulkNoteDialog({ names, onClose, onDone, onGone }: Props) {
  const t = useText(text)
  const m = useText(memberText)
  const [form] = Form.useForm<{ note: string }>()
  const guard = useUnsavedGuard(() => Boolean(form.getFieldValue('note')))
  const [note, setNote] = useState<string>()
  const { preview, busy, apply } = useBulkChange({
    names,
    wanted: note === undefined ? undefined : { note },
    onDone: (changed) => {
      toast.success(t.noted(changed))
      onDone()
    },
    onGone: (gone) => {
      onClose()
      onGone(gone)
    },
  })
  const close = () => void guard.close(onClose)
  const back = () => {
    // The field can take the focus only once it is shown.
    flushSync(() => setNote(undefined))
    form.focusField('note')
  }
  const buttons =
    note === undefined
      ? [
          <Button key="cancel" onClick={close}>
            {m.cancel}
          </Button>,
          <Button key="next" type="primary" onClick={form.submit}>
            {t.next}
          </Button>,
        ]
      : [
          // The button that was pressed is gone, and the focus with it.
          <Button key="back" autoFocus onClick={back}>
            {t.back}
          </Button>,
          <Button key="go" type="primary" disabled={!preview.data?.changed} loading={busy} onClick={apply}>
            {t.apply}
          </Button>,
        ]
  return (
    <Modal
      open
      width={560}
      title={t.noteTitle}
      onCancel={close}
      afterOpenChange={(shown) => focusOnceOpen(shown, () => form.focusField('note'))}
      footer={buttons}
    >
      <Form
        form={form}
        layout="vertical"
        hidden={note !== undefined}
        initialValues={{ note: '' }}
        onFinish={(typed) => setNote(readLine(typed.note))}
      >
        <p>{t.chosen(names.length)}</p>
        <Form.Item name="note" label={m.note} extra={t.noteHint} rules={[rule(Note, m.note)]}>
          <NoteInput />
        </Form.Item>
      </Form>
      {note !== undefined && <ChangePreview preview={preview} />}
    </Modal>
  )
}

import { useMutation } from '@tanstack/react-query'
import { contract, type MemberSummary, Note, readLine } from '@weft/contract'
import { applyFieldErrors, call, rule, toast, useText, useUnsavedGuard } from '@weft/ui'
import { Button, Form, Modal } from 'antd'
import { NoteInput } from '../../../shared/member/NoteInput.tsx'
import * as text from '../member.text.ts'
import { focusOnceOpen } from '@weft/ui/dialog/focus-once-open.ts'

interface Props {
  member: Pick<MemberSummary, 'router_name' | 'note'>
  onClose: () => void
  onDone: () => void
}

/** Shows 「修改名称」; an unchanged note closes it without a call. */
export function EditNoteDialog({ member, onClose, onDone }: Props) {
  const t = useText(text)
  const [form] = Form.useForm<{ note: string }>()
  const guard = useUnsavedGuard(() => form.getFieldValue('note') !== member.note)
  const change = useMutation({
    mutationFn: (note: string) => call(contract.router.note, { router_name: member.router_name, note }, { missing: 'stay' }),
    onSuccess: () => {
      toast.success(t.saved)
      onDone()
    },
    onError: (error) => applyFieldErrors(form, error),
  })
  const submit = (typed: string) => {
    const note = readLine(typed)
    if (note === member.note) return onClose()
    if (!change.isPending) change.mutate(note)
  }
  const close = () => void guard.close(onClose)
  return (
    <Modal
      open
      width={420}
      title={t.editNote}
      onCancel={close}
      afterOpenChange={(shown) => focusOnceOpen(shown, () => form.focusField('note'))}
      footer={[
        <Button key="cancel" onClick={close}>
          {t.cancel}
        </Button>,
        <Button key="save" type="primary" loading={change.isPending} onClick={form.submit}>
          {t.save}
        </Button>,
      ]}
    >
      <Form form={form} layout="vertical" initialValues={member} onFinish={({ note }) => submit(note)}>
        <p className="weft-mono">{member.router_name}</p>
        <Form.Item name="note" label={t.note} extra={t.noteHelp} rules={[rule(Note, t.note)]}>
          <NoteInput />
        </Form.Item>
      </Form>
    </Modal>
  )
}

import { contract, type MemberSummary, refusalText } from '@weft/contract'
import { ApiRefusal, applyFieldErrors, call, language, tellFirstProblem, toast, useText, bracketed, useFormGuard } from '@weft/ui'
import { Alert, Button, Form, Modal } from 'antd'
import { useId } from 'react'
import { useSubmit } from '@weft/ui/form/use-submit.ts'
import { useMemberRights } from '../member-rights.ts'
import '@weft/ui/dialog/dialog.css'
import { MemberPasswordField } from './MemberPasswordField.tsx'
import * as text from './member-password.text.ts'
import { focusOnceOpen } from '@weft/ui/dialog/focus-once-open.ts'

interface Props {
  member: Pick<MemberSummary, 'router_name' | 'note'>
  onClose: () => void
  /** Called after the password was changed, or if the member is gone. */
  onSaved: () => void
}

/** Changes the password of a software member. */
export function MemberPasswordDialog({ member: { router_name, note }, onClose, onSaved }: Props) {
  const t = useText(text)
  const id = useId()
  const [form] = Form.useForm<{ password: string }>()
  const guard = useFormGuard(form)
  const { managed } = useMemberRights()
  const spoken = language.use()
  const [submit, loading] = useSubmit(async ({ password }: { password: string }) => {
    try {
      await call(contract.router.password, { router_name, password }, { missing: 'stay' })
      toast.success(t.changed)
      onSaved()
    } catch (error) {
      if (error instanceof ApiRefusal && error.code === 204) return onSaved()
      applyFieldErrors(form, error)
    }
  })
  const close = () => void guard.close(onClose)
  return (
    <Modal
      open
      width={440}
      title={t.title}
      onCancel={close}
      afterOpenChange={(shown) => focusOnceOpen(shown, () => form.focusField('password'))}
      footer={[
        <Button key="cancel" onClick={close}>
          {t.cancel}
        </Button>,
        <Button key="change" type="primary" htmlType="submit" form={id} loading={loading} disabled={managed}>
          {t.change}
        </Button>,
      ]}
    >
      <Alert
        type={managed ? 'warning' : 'info'}
        showIcon
        title={managed ? refusalText('directoryManaged', undefined, spoken) : t.note}
        className="weft-dialog-note"
      />
      <p className="member-password-who">{t.who(note ? bracketed(note, router_name) : router_name)}</p>
      <Form
        id={id}
        form={form}
        layout="vertical"
        disabled={managed}
        onFinish={(typed) => void submit(typed)}
        onFinishFailed={tellFirstProblem}
      >
        <MemberPasswordField form={form} schema={contract.router.password.input.shape.password} label={t.password} />
      </Form>
    </Modal>
  )
}

import { useMutation } from '@tanstack/react-query'
import { contract, TOTP_CODE } from '@weft/contract'
import { applyFieldErrors, call, rule, tellFirstProblem, toast, useText } from '@weft/ui'
import { Alert, Button, Form, Input, Modal } from 'antd'
import { useId } from 'react'
import '@weft/ui/dialog/dialog.css'
import './totp.css'
import * as text from './totp.text.ts'

interface Props {
  onClose: () => void
  onDisabled: () => void
}

/** Ends the second factor for whoever holds it, or one of its recovery codes. */
export default function DisableTotpDialog({ onClose, onDisabled }: Props) {
  const t = useText(text)
  const id = useId()
  const [form] = Form.useForm<{ code: string }>()
  const disable = useMutation({
    mutationFn: (code: string) => call(contract.account.totp_disable, { code: code.trim() }),
    onSuccess: () => {
      toast.success(t.disabled)
      onDisabled()
    },
    onError: (error) => applyFieldErrors(form, error),
  })
  return (
    <Modal
      open
      width={440}
      title={t.disableTitle}
      onCancel={onClose}
      afterOpenChange={(shown) => shown && form.focusField('code')}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t.cancel}
        </Button>,
        <Button key="disable" type="primary" danger htmlType="submit" form={id} loading={disable.isPending}>
          {t.disable}
        </Button>,
      ]}
    >
      <Alert type="warning" showIcon title={t.disableText} className="weft-dialog-note" />
      <Form
        id={id}
        form={form}
        layout="vertical"
        onFinish={({ code }: { code: string }) => !disable.isPending && disable.mutate(code)}
        onFinishFailed={tellFirstProblem}
      >
        <Form.Item name="code" label={t.codeOrRecovery} extra={t.codeOrRecoveryHint} rules={[rule(TOTP_CODE, t.codeOrRecovery)]}>
          <Input className="totp-code" autoComplete="one-time-code" autoCapitalize="off" spellCheck={false} maxLength={11} />
        </Form.Item>
      </Form>
    </Modal>
  )
}

import { useMutation } from '@tanstack/react-query'
import { TOTP_CODE, withoutBlanks } from '@weft/contract'
import { Alert, Button, Form, Input, Modal } from 'antd'
import { useId } from 'react'
import { applyFieldErrors } from '../form/apply-field-errors.ts'
import { rule } from '../form/rule.ts'
import { tellFirstProblem } from '../form/tell-first-problem.ts'
import { useText } from '../i18n/use-text.ts'
import { toast } from '../toast/toast.ts'
import * as text from './totp.text.ts'
import { focusOnceOpen } from '../dialog/focus-once-open.ts'
import '../dialog/dialog.css'
import './totp.css'

interface Props {
  /** A recovery code is accepted as well. */
  recovery?: boolean
  disableWith: (code: string) => Promise<unknown>
  onClose: () => void
  onDisabled: () => void
}

/** Disables the second factor, after the user has typed a code of it. */
export function DisableTotpDialog({ recovery = false, disableWith, onClose, onDisabled }: Props) {
  const t = useText(text)
  const id = useId()
  const label = recovery ? t.codeOrRecovery : t.code
  const [form] = Form.useForm<{ code: string }>()
  const disable = useMutation({
    mutationFn: (code: string) => disableWith(withoutBlanks(code)),
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
      afterOpenChange={(shown) => focusOnceOpen(shown, () => form.focusField('code'))}
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
        <Form.Item name="code" label={label} rules={[rule(TOTP_CODE, label)]} {...(recovery && { extra: t.codeOrRecoveryHint })}>
          <Input
            className="totp-code"
            autoComplete="one-time-code"
            {...(recovery ? { autoCapitalize: 'off', spellCheck: false } : { inputMode: 'numeric' as const })}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}

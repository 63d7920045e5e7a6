import { opsContract } from '@weft/contract'
import { rule, useText } from '@weft/ui'
import { counted } from '@weft/ui/form/counted.ts'
import { Form, Input } from 'antd'
import { FormDialog } from '../../shared/form/FormDialog.tsx'
import * as text from './account-page.text.ts'

const { shape } = opsContract.accounts.disable.input
const REASON_MAX = 200

interface Props {
  title: string
  action: string
  note: string
  danger?: boolean
  submit: (reason: string) => Promise<void>
  onClose: () => void
}

/** Asks for the reason of an action on an account; the action needs one. */
export function ReasonDialog({ submit, ...dialog }: Props) {
  const t = useText(text)
  return (
    <FormDialog<{ reason: string }> {...dialog} first="reason" submit={({ reason }) => submit(reason.trim())}>
      <Form.Item name="reason" label={t.reason} extra={t.reasonHint} rules={[rule(shape.reason, t.reason)]}>
        <Input autoComplete="off" count={counted(REASON_MAX)} />
      </Form.Item>
    </FormDialog>
  )
}

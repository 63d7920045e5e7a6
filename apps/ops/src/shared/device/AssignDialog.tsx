import { useQueryClient } from '@tanstack/react-query'
import { opsContract } from '@weft/contract'
import { call, rule, toast, useText } from '@weft/ui'
import { Form, Input } from 'antd'
import { FormDialog } from '../form/FormDialog.tsx'
import * as text from './device.text.ts'
import { devicesChanged } from './devices-changed.ts'

interface Typed {
  router_name: string
  account_number: string
}
const { shape } = opsContract.devices.assign.input

/** Assigns a device to an account; the fields that are already known are filled in. */
export function AssignDialog({ known, onClose }: { known: Partial<Typed>; onClose: () => void }) {
  const t = useText(text)
  const queries = useQueryClient()
  const submit = async ({ router_name, account_number }: Typed) => {
    await call(opsContract.devices.assign, { router_name: router_name.trim(), account_number: account_number.trim() }, { missing: 'stay' })
    toast.success(t.assigned)
    onClose()
    await devicesChanged(queries)
  }
  return (
    <FormDialog<Typed>
      title={t.assignTitle}
      action={t.assign}
      note={t.assignNote}
      initial={known}
      first={known.router_name === undefined ? 'router_name' : 'account_number'}
      submit={submit}
      onClose={onClose}
    >
      <Form.Item name="router_name" label={t.name} rules={[rule(shape.router_name, t.name)]}>
        <Input autoComplete="off" spellCheck={false} disabled={known.router_name !== undefined} />
      </Form.Item>
      <Form.Item name="account_number" label={t.accountNumber} rules={[rule(shape.account_number, t.accountNumber)]}>
        <Input autoComplete="off" inputMode="numeric" disabled={known.account_number !== undefined} />
      </Form.Item>
    </FormDialog>
  )
}

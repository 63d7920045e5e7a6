import { useQueryClient } from '@tanstack/react-query'
import { type OperatorRole, operatorRoles, opsContract } from '@weft/contract'
import { call, rule, useText } from '@weft/ui'
import { Form, Input, Select } from 'antd'
import * as operatorText from '../../shared/operator/operator.text.ts'
import { ProvedDialog } from '../../shared/operator/ProvedDialog.tsx'
import type { FirstPassword } from './FirstPasswordDialog.tsx'
import * as text from './operator-page.text.ts'
import { operatorsChanged } from './operator-rows.ts'

const { shape } = opsContract.operators.create.input

/** Adds an operator. @param onMade receives the first password */
export function CreateDialog({ onClose, onMade }: { onClose: () => void; onMade: (made: FirstPassword) => void }) {
  const t = useText(text)
  const { roles } = useText(operatorText)
  const queries = useQueryClient()
  return (
    <ProvedDialog<{ username: string; role: OperatorRole }>
      title={t.add}
      action={t.addVerb}
      note={t.addNote}
      first="username"
      onClose={onClose}
      submit={async (typed) => {
        const made = await call(opsContract.operators.create, typed)
        onClose()
        onMade(made)
        await operatorsChanged(queries)
      }}
    >
      <Form.Item name="username" label={t.username} extra={t.nameHint} rules={[rule(shape.username, t.username)]}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="role" label={t.role} rules={[rule(shape.role, t.role)]}>
        <Select options={operatorRoles.map((value) => ({ value, label: roles[value] }))} />
      </Form.Item>
    </ProvedDialog>
  )
}

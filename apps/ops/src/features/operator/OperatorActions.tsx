import { MoreOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { type OperatorRole, type OperatorRow, operatorRoles, opsContract } from '@weft/contract'
import { call, rule, toast, useDialog, useText } from '@weft/ui'
import { MenuButton } from '@weft/ui/parts/MenuButton.tsx'
import { Button, Form, Select } from 'antd'
import * as operatorText from '../../shared/operator/operator.text.ts'
import { ProvedDialog } from '../../shared/operator/ProvedDialog.tsx'
import { type FirstPassword, FirstPasswordDialog } from './FirstPasswordDialog.tsx'
import * as text from './operator-page.text.ts'
import { operatorsChanged } from './operator-rows.ts'

const { operators } = opsContract
type Name = 'disable' | 'enable' | 'unlock' | 'password' | 'totp' | 'sessions'
interface Action {
  title: string
  action: string
  note: string
  danger?: true
  run: () => Promise<void>
}

/** Offers the actions of an administrator on another operator, each with a proof of the administrator's identity. */
export function OperatorActions({ operator }: { operator: OperatorRow }) {
  const t = useText(text)
  const queries = useQueryClient()
  const asked = useDialog<Name | 'role'>()
  const made = useDialog<FirstPassword>()
  const { id, username, status, totp, locked_until, sessions } = operator
  const doing = (endpoint: typeof operators.disable, done: string) => async () => {
    await call(endpoint, { id }, { missing: 'stay' })
    toast.success(done)
  }
  const actions: Record<Name, Action> = {
    disable: {
      title: t.disableTitle(username),
      action: t.disable,
      note: t.disableNote(username, sessions),
      danger: true,
      run: doing(operators.disable, t.disableDone),
    },
    enable: { title: t.enableTitle(username), action: t.enable, note: t.enableNote(username), run: doing(operators.enable, t.enableDone) },
    unlock: { title: t.unlockTitle(username), action: t.unlock, note: t.unlockNote, run: doing(operators.unlock, t.unlockDone) },
    password: {
      title: t.resetTitle(username),
      action: t.resetPassword,
      note: t.resetNote(username, sessions),
      danger: true,
      run: async () => made.show({ username, ...(await call(operators.password, { id }, { missing: 'stay' })) }),
    },
    totp: {
      title: t.resetTotpTitle(username),
      action: t.resetTotp,
      note: t.resetTotpNote(username, sessions),
      danger: true,
      run: doing(operators.reset_totp, t.resetTotpDone),
    },
    sessions: {
      title: t.endAllTitle(username, sessions),
      action: t.endAll,
      note: t.endAllNote(username),
      danger: true,
      run: async () => {
        await call(operators.end_sessions, { id }, { missing: 'stay' })
        toast.success(t.endDone)
      },
    },
  }
  const done = async () => {
    asked.close()
    await operatorsChanged(queries)
  }
  const item = (key: Name, label: string, danger = true) => ({ key, label, danger, onClick: () => asked.show(key) })
  const chosen = asked.subject !== undefined && asked.subject !== 'role' ? actions[asked.subject] : undefined
  return (
    <>
      {locked_until !== null && <Button onClick={() => asked.show('unlock')}>{t.unlock}</Button>}
      <Button onClick={() => asked.show('role')}>{t.changeRole}</Button>
      <MenuButton
        icon={<MoreOutlined />}
        aria-label={t.more}
        items={[
          item('password', t.resetPassword, false),
          ...(totp === 1 ? [item('totp', t.resetTotp)] : []),
          ...(sessions > 0 ? [item('sessions', t.endAll)] : []),
          status === 1 ? item('disable', t.disable) : item('enable', t.enable, false),
        ]}
      />
      {chosen && (
        <ProvedDialog
          {...chosen}
          onClose={asked.close}
          submit={async () => {
            await chosen.run()
            await done()
          }}
        />
      )}
      {asked.subject === 'role' && <RoleDialog operator={operator} onClose={asked.close} onDone={done} />}
      {made.subject && <FirstPasswordDialog made={made.subject} onClose={made.close} />}
    </>
  )
}

function RoleDialog({ operator, onClose, onDone }: { operator: OperatorRow; onClose: () => void; onDone: () => Promise<void> }) {
  const t = useText(text)
  const { roles } = useText(operatorText)
  const { id, username } = operator
  return (
    <ProvedDialog<{ role: OperatorRole }>
      title={t.roleTitle(username)}
      action={t.changeRole}
      note={t.roleNote(username)}
      first="role"
      initial={{ role: operator.role }}
      onClose={onClose}
      submit={async ({ role }) => {
        await call(operators.role, { id, role }, { missing: 'stay' })
        toast.success(t.roleDone)
        await onDone()
      }}
    >
      <Form.Item name="role" label={t.role} rules={[rule(operators.role.input.shape.role, t.role)]}>
        <Select options={operatorRoles.map((value) => ({ value, label: roles[value] }))} />
      </Form.Item>
    </ProvedDialog>
  )
}

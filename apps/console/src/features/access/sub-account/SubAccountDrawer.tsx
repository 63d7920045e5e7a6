import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, SUB_ACCOUNT_NAME_MAX, type SubAccount } from '@weft/contract'
import { applyFieldErrors, call, PasswordInput, rule, tellFirstProblem, toast, useText, useUnsavedGuard } from '@weft/ui'
import { counted } from '@weft/ui/form/counted.ts'
import { newPassword } from '@weft/ui/form/new-password.ts'
import { PasswordStrength } from '@weft/ui/parts/PasswordStrength.tsx'
import { Button, Drawer, Form, Input } from 'antd'
import { useId, useState } from 'react'
import { accessChanged } from '../access-changed.ts'
import '../access.css'
import { RightsTable } from '../role/RightsTable.tsx'
import { RoleSelect } from '../role/RoleSelect.tsx'
import type { NewSubAccount } from './NewSubAccountDialog.tsx'
import * as text from './sub-account.text.ts'
import { focusOnceOpen } from '@weft/ui/dialog/focus-once-open.ts'

interface Typed {
  username: string
  nickname: string
  role_id?: string
  password?: string
}
const { create, edit } = contract.subAccounts

interface Props {
  /** The sub-account to edit; absent for a new one. */
  subAccount?: SubAccount | undefined
  /** The part after the @ of its sign-in name. */
  domain: string
  onClose: () => void
  onCreated: (created: NewSubAccount) => void
}

/** Shows the drawer 「创建子账号」 or 「编辑子账号」. */
export function SubAccountDrawer({ subAccount, domain, onClose, onCreated }: Props) {
  const t = useText(text)
  const id = useId()
  const queries = useQueryClient()
  const [form] = Form.useForm<Typed>()
  const [edited, setEdited] = useState(false)
  const guard = useUnsavedGuard(edited)
  const role_id = Form.useWatch('role_id', form)
  const password = Form.useWatch('password', form)
  const save = useMutation({
    mutationFn: async ({ username, nickname, role_id = '', password = '' }: Typed) => {
      if (subAccount) await call(edit, { id: subAccount.id, role_id, nickname, password }, { missing: 'stay' })
      else await call(create, { username, nickname, role_id, password })
    },
    onSuccess: (_, { username, nickname, role_id: chosen = '', password = '' }) => {
      if (subAccount) toast.success(t.saved)
      void accessChanged(queries)
      guard.leave(() => {
        onClose()
        if (!subAccount) onCreated({ username, nickname, role_id: chosen, password })
      })
    },
    onError: (error) => applyFieldErrors(form, error),
  })
  const shape = (subAccount ? edit : create).input.shape.password
  const submit = (typed: Typed) => {
    if (subAccount && !edited) return onClose()
    if (!save.isPending) save.mutate(typed)
  }
  const close = () => void guard.close(onClose)
  return (
    <Drawer
      open
      size={560}
      title={subAccount ? t.editTitle : t.create}
      onClose={close}
      afterOpenChange={(shown) => focusOnceOpen(shown, () => form.focusField(subAccount ? 'nickname' : 'username'))}
      footer={
        <div className="access-foot">
          <Button onClick={close}>{t.cancel}</Button>
          <Button type="primary" htmlType="submit" form={id} loading={save.isPending}>
            {subAccount ? t.save : t.createVerb}
          </Button>
        </div>
      }
    >
      <Form<Typed>
        id={id}
        form={form}
        layout="vertical"
        initialValues={subAccount ?? {}}
        onValuesChange={() => setEdited(true)}
        onFinish={submit}
        onFinishFailed={tellFirstProblem}
      >
        {subAccount ? (
          <Form.Item name="username" label={t.account}>
            <Input readOnly variant="filled" />
          </Form.Item>
        ) : (
          <Form.Item name="username" label={t.account} extra={t.accountHint(domain)} rules={[rule(create.input.shape.username, t.account)]}>
            <Input count={counted(SUB_ACCOUNT_NAME_MAX)} autoComplete="off" autoCapitalize="off" spellCheck={false} />
          </Form.Item>
        )}
        <Form.Item name="nickname" label={t.nickname} rules={[rule(create.input.shape.nickname, t.nickname)]}>
          <Input count={counted(SUB_ACCOUNT_NAME_MAX)} autoComplete="off" />
        </Form.Item>
        <Form.Item name="role_id" label={t.role} rules={[{ required: true, message: t.chooseRole }]}>
          <RoleSelect placeholder={t.chooseRole} />
        </Form.Item>
        {role_id !== undefined && <RightsTable role_id={role_id} label={t.rights} />}
        <Form.Item
          name="password"
          label={t.password}
          extra={subAccount && !password ? t.keepPassword : <PasswordStrength password={password} schema={shape} />}
          {...newPassword(shape, t.password)}
        >
          <PasswordInput autoComplete="new-password" />
        </Form.Item>
      </Form>
    </Drawer>
  )
}

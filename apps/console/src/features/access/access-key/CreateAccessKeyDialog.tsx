import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ACCESS_KEY_NAME_MAX, contract } from '@weft/contract'
import { applyFieldErrors, call, rule, tellFirstProblem, toast, useText, useFormGuard } from '@weft/ui'
import { counted } from '@weft/ui/form/counted.ts'
import { DayPicker } from '@weft/ui/form/DayPicker.tsx'
import { Button, Form, Input, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { accessChanged } from '../access-changed.ts'
import { RightsTable } from '../role/RightsTable.tsx'
import { RoleSelect } from '../role/RoleSelect.tsx'
import * as text from './access-key.text.ts'
import { expiryOf, latestDay, type Period, periods } from './key-expiry.ts'
import { focusOnceOpen } from '@weft/ui/dialog/focus-once-open.ts'
import { serverSeconds } from '@weft/ui/time/server-time.ts'

interface Typed {
  name: string
  role_id: string
  period: Period
  day?: string
}
const { shape } = contract.accessKeys.create.input

interface Props {
  onClose: () => void
  onCreated: (access_key: string) => void
}

/** Shows the dialog 「创建访问密钥」. */
export function CreateAccessKeyDialog({ onClose, onCreated }: Props) {
  const t = useText(text)
  const id = useId()
  const queries = useQueryClient()
  const [form] = Form.useForm<Typed>()
  const guard = useFormGuard(form)
  const [now] = useState(serverSeconds)
  const period = Form.useWatch('period', form)
  const role_id = Form.useWatch('role_id', form)
  const create = useMutation({
    mutationFn: ({ name, role_id, period, day }: Typed) =>
      call(contract.accessKeys.create, { name, role_id, expire_time: expiryOf(period, day, serverSeconds()) }, { missing: 'stay' }),
    onSuccess: ({ access_key }) => {
      toast.success(t.createdToast)
      void accessChanged(queries)
      onCreated(access_key)
    },
    onError: (error) => applyFieldErrors(form, error, { expire_time: period === 'day' ? 'day' : 'period' }),
  })
  const close = () => void guard.close(onClose)
  return (
    <Modal
      open
      width={480}
      title={t.create}
      onCancel={close}
      afterOpenChange={(shown) => focusOnceOpen(shown, () => form.focusField('name'))}
      footer={[
        <Button key="cancel" onClick={close}>
          {t.cancel}
        </Button>,
        <Button key="create" type="primary" htmlType="submit" form={id} loading={create.isPending}>
          {t.createVerb}
        </Button>,
      ]}
    >
      <Form<Typed>
        id={id}
        form={form}
        layout="vertical"
        initialValues={{ period: 90 }}
        onFinish={(typed) => !create.isPending && create.mutate(typed)}
        onFinishFailed={tellFirstProblem}
      >
        <Form.Item name="name" label={t.name} rules={[rule(shape.name, t.name)]}>
          <Input count={counted(ACCESS_KEY_NAME_MAX)} autoComplete="off" />
        </Form.Item>
        <Form.Item name="role_id" label={t.role} rules={[{ required: true, message: t.chooseRole }]}>
          <RoleSelect placeholder={t.chooseRole} />
        </Form.Item>
        {role_id !== undefined && <RightsTable role_id={role_id} label={t.rights} />}
        <Form.Item name="period" label={t.expiry}>
          <Select
            options={[...periods.map((days) => ({ value: days, label: t.days(days) })), { value: 'day' as const, label: t.otherDay }]}
          />
        </Form.Item>
        {period === 'day' && (
          <Form.Item name="day" label={t.day} extra={t.dayHint} rules={[{ required: true, message: t.chooseDay }]}>
            <DayPicker className="access-day" latest={latestDay(now)} disabledDate={(day) => day.endOf('day').valueOf() / 1000 < now} />
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { opsContract, type SentBy } from '@weft/contract'
import { applyFieldErrors, call, rule, tellFirstProblem, toast, useText, useUnsavedGuard } from '@weft/ui'
import { counted } from '@weft/ui/form/counted.ts'
import { NumberInput } from '@weft/ui/form/NumberInput.tsx'
import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import type { Coded } from '../../shared/device/ActivationCodeDialog.tsx'
import * as text from './pop.text.ts'
import type { Pop } from './pop-row.ts'

const { pops } = opsContract
const { shape } = pops.create.input
type Typed = SentBy<typeof pops.create>
const NAME_MAX = 32

interface Props {
  pop: Pop | undefined
  onClose: () => void
  /** Receives a new POP's activation code. */
  onMade: (coded: Coded) => void
}

/** Registers or edits a POP. */
export function PopDialog({ pop, onClose, onMade }: Props) {
  const t = useText(text)
  const queries = useQueryClient()
  const [form] = Form.useForm<Typed>()
  const [touched, setTouched] = useState(false)
  const guard = useUnsavedGuard(touched)
  const save = useMutation({
    mutationFn: async (typed: Typed) => {
      if (pop) await call(pops.edit, { ...typed, id: pop.id }, { missing: 'stay' })
      else return call(pops.create, typed)
      return undefined
    },
    onSuccess: (made) => {
      toast.success(pop ? t.saved : t.added)
      onClose()
      if (made) onMade({ router_name: made.pop_name, activation_code: made.activation_code })
    },
    onError: (error) => applyFieldErrors(form, error),
    onSettled: () => queries.invalidateQueries({ queryKey: [pops.list.path] }),
  })
  const { name = '', region = '', public_ip = '', port, capacity } = pop ?? {}
  return (
    <Modal
      open
      title={pop ? t.editTitle : t.add}
      okText={pop ? t.save : t.addVerb}
      cancelText={t.cancel}
      confirmLoading={save.isPending}
      onOk={form.submit}
      onCancel={() => void guard.close(onClose)}
    >
      {pop && <p className="desk-quiet desk-notice">{t.editNote}</p>}
      <Form<Typed>
        form={form}
        name="pop"
        layout="vertical"
        initialValues={{ name, region, public_ip, port, capacity }}
        onValuesChange={() => setTouched(true)}
        onFinish={(typed) => !save.isPending && save.mutate(typed)}
        onFinishFailed={tellFirstProblem}
      >
        <Form.Item name="name" label={t.name} rules={[rule(shape.name, t.name)]}>
          <Input autoFocus count={counted(NAME_MAX)} autoComplete="off" />
        </Form.Item>
        <Form.Item name="region" label={t.region} rules={[rule(shape.region, t.region)]}>
          <Input count={counted(NAME_MAX)} autoComplete="off" />
        </Form.Item>
        <Form.Item name="public_ip" label={t.ip} rules={[rule(shape.public_ip, t.ip)]}>
          <Input autoComplete="off" placeholder="203.0.113.1" />
        </Form.Item>
        <Form.Item name="port" label={t.port} rules={[rule(shape.port, t.port)]}>
          <NumberInput min={1} max={65_535} className="desk-number" />
        </Form.Item>
        <Form.Item name="capacity" label={t.capacity} rules={[rule(shape.capacity, t.capacity)]}>
          <NumberInput min={1} max={1_000_000} suffix={t.mbps} className="desk-number" />
        </Form.Item>
      </Form>
    </Modal>
  )
}

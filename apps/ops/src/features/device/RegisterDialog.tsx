import { opsContract, type SentBy } from '@weft/contract'
import { call, rule, toast, useText } from '@weft/ui'
import { MinutePicker } from '@weft/ui/form/MinutePicker.tsx'
import { NumberInput } from '@weft/ui/form/NumberInput.tsx'
import { Form, Input, Radio } from 'antd'
import type { Coded } from '../../shared/device/ActivationCodeDialog.tsx'
import * as deviceText from '../../shared/device/device.text.ts'
import { FormDialog } from '../../shared/form/FormDialog.tsx'
import * as text from './device-page.text.ts'

const { register } = opsContract.devices
const { shape } = register.input
type Typed = SentBy<typeof register>

/** Turns a cleared field into null, as if it had never been filled in. */
const emptyIsNone = (event: { target: { value: string } }) => event.target.value || null

/** Takes one device into stock; optional fields left empty are sent as null. */
export function RegisterDialog({ onClose, onRegistered }: { onClose: () => void; onRegistered: (made: Coded) => void }) {
  const t = useText(text)
  const d = useText(deviceText)
  const submit = async ({ router_mac, bandwidth, expire_date, ...typed }: Typed) => {
    const router_name = typed.router_name.trim()
    const made = await call(register, {
      ...typed,
      router_name,
      router_mac: router_mac ?? null,
      bandwidth: bandwidth ?? null,
      expire_date: expire_date ?? null,
    })
    toast.success(t.registered)
    onRegistered({ router_name, ...made })
  }
  return (
    <FormDialog<Typed>
      title={t.register}
      action={t.registerAction}
      initial={{ kind: 'router' }}
      first="router_name"
      submit={submit}
      onClose={onClose}
    >
      <Form.Item name="kind" label={d.kind} rules={[rule(shape.kind, d.kind)]}>
        <Radio.Group
          options={[
            { value: 'router', label: d.kinds.router },
            { value: 'saas', label: d.kinds.saas },
          ]}
        />
      </Form.Item>
      <Form.Item name="router_name" label={d.name} rules={[rule(shape.router_name, d.name)]}>
        <Input autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="router_model" label={d.model} rules={[rule(shape.router_model, d.model)]}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="router_mac" label={d.mac} extra={t.macHint} getValueFromEvent={emptyIsNone} rules={[rule(shape.router_mac, d.mac)]}>
        <Input autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="bandwidth" label={d.bandwidth} extra={t.optional} rules={[rule(shape.bandwidth, d.bandwidth)]}>
        <NumberInput min={1} max={100_000} suffix={t.bandwidthUnit} />
      </Form.Item>
      <Form.Item name="expire_date" label={d.expiry} extra={t.optional} rules={[rule(shape.expire_date, d.expiry)]}>
        <MinutePicker />
      </Form.Item>
    </FormDialog>
  )
}

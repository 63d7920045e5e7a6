import { useQuery, useQueryClient } from '@tanstack/react-query'
import { opsContract, type ServiceCode } from '@weft/contract'
import { asking, call, rule, toast, useText } from '@weft/ui'
import { MinutePicker } from '@weft/ui/form/MinutePicker.tsx'
import { NumberInput } from '@weft/ui/form/NumberInput.tsx'
import { serviceName, serviceUnit } from '@weft/ui/service/service-names.ts'
import { Form, Select } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../form/FormDialog.tsx'
import { thisMinute } from '../form/this-minute.ts'
import * as text from './service.text.ts'
import { servicesChanged } from './services-changed.ts'

interface Typed {
  service_code: ServiceCode
  quantity: number
  start_time: number
  expired_time: number | null
}
const { shape } = opsContract.services.grant.input

/** Sells a service to an account; services that only come with a device or an order are not offered. */
export function GrantDialog({ account_number, onClose }: { account_number: string; onClose: () => void }) {
  const t = useText(text)
  const queries = useQueryClient()
  const [initial] = useState(() => ({ quantity: 1, start_time: thisMinute() }))
  const { data = [], isPending } = useQuery(asking(opsContract.services.catalogue, {}))
  const submit = async (typed: Typed) => {
    await call(opsContract.services.grant, { account_number, ...typed, expired_time: typed.expired_time ?? null }, { missing: 'stay' })
    toast.success(t.granted)
    onClose()
    await servicesChanged(queries)
  }
  return (
    <FormDialog<Typed> title={t.grantTitle} action={t.grant} initial={initial} first="service_code" submit={submit} onClose={onClose}>
      <Form.Item name="service_code" label={t.service} rules={[rule(shape.service_code, t.service)]}>
        <Select
          placeholder={t.choose}
          loading={isPending}
          options={data
            .filter(({ grantable }) => grantable === 1)
            .map(({ service_code }) => ({ value: service_code, label: t.inUnits(serviceName(service_code), serviceUnit(service_code)) }))}
        />
      </Form.Item>
      <Form.Item name="quantity" label={t.quantity} rules={[rule(shape.quantity, t.quantity)]}>
        <NumberInput min={1} max={1_000_000} />
      </Form.Item>
      <Form.Item name="start_time" label={t.start} rules={[rule(shape.start_time, t.start)]}>
        <MinutePicker />
      </Form.Item>
      <Form.Item name="expired_time" label={t.end} extra={t.forever} rules={[rule(shape.expired_time, t.end)]}>
        <MinutePicker />
      </Form.Item>
    </FormDialog>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { opsContract } from '@weft/contract'
import { call, rule, toast, useText } from '@weft/ui'
import { MinutePicker } from '@weft/ui/form/MinutePicker.tsx'
import { NumberInput } from '@weft/ui/form/NumberInput.tsx'
import { Form } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../form/FormDialog.tsx'
import { thisMinute } from '../form/this-minute.ts'
import * as text from './device.text.ts'
import { devicesChanged } from './devices-changed.ts'

interface Typed {
  temp_bandwidth: number
  temp_start_date: number
  temp_expire_date: number
}
const { shape } = opsContract.devices.temp_bandwidth.input
const WEEK_SECONDS = 7 * 86_400

/** Gives a device a temporary bandwidth. */
export function LendDialog({ router_name, onClose }: { router_name: string; onClose: () => void }) {
  const t = useText(text)
  const queries = useQueryClient()
  const [initial] = useState(() => ({ temp_start_date: thisMinute(), temp_expire_date: thisMinute() + WEEK_SECONDS }))
  const submit = async (typed: Typed) => {
    await call(opsContract.devices.temp_bandwidth, { router_name, ...typed }, { missing: 'stay' })
    toast.success(t.lent)
    onClose()
    await devicesChanged(queries)
  }
  return (
    <FormDialog<Typed>
      title={t.lendTitle(router_name)}
      action={t.set}
      note={t.lendNote}
      initial={initial}
      first="temp_bandwidth"
      submit={submit}
      onClose={onClose}
    >
      <Form.Item name="temp_bandwidth" label={t.lend} rules={[rule(shape.temp_bandwidth, t.lend)]}>
        <NumberInput min={1} max={100_000} suffix="Mbit/s" />
      </Form.Item>
      <Form.Item name="temp_start_date" label={t.from} rules={[rule(shape.temp_start_date, t.from)]}>
        <MinutePicker />
      </Form.Item>
      <Form.Item name="temp_expire_date" label={t.until} rules={[rule(shape.temp_expire_date, t.until)]}>
        <MinutePicker />
      </Form.Item>
    </FormDialog>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { opsContract, type SoldService } from '@weft/contract'
import { call, rule, toast, useText } from '@weft/ui'
import { MinutePicker } from '@weft/ui/form/MinutePicker.tsx'
import { serviceName } from '@weft/ui/service/service-names.ts'
import { Form } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../form/FormDialog.tsx'
import { thisMinute } from '../form/this-minute.ts'
import * as text from './service.text.ts'
import { servicesChanged } from './services-changed.ts'

const { shape } = opsContract.services.renew.input
/** The end offered first: a year after the service ends, or from now if it has ended. */
const YEAR_SECONDS = 365 * 86_400

/** Extends a service. */
export function RenewDialog({ service: { id, service_code, expired_time }, onClose }: { service: SoldService; onClose: () => void }) {
  const t = useText(text)
  const queries = useQueryClient()
  const [from] = useState(() => Math.max(expired_time ?? 0, thisMinute()))
  const submit = async (typed: { expired_time: number }) => {
    await call(opsContract.services.renew, { id, ...typed }, { missing: 'stay' })
    toast.success(t.renewed)
    onClose()
    await servicesChanged(queries)
  }
  return (
    <FormDialog<{ expired_time: number }>
      title={t.renewTitle(serviceName(service_code))}
      action={t.renew}
      initial={{ expired_time: from + YEAR_SECONDS }}
      first="expired_time"
      submit={submit}
      onClose={onClose}
    >
      <Form.Item name="expired_time" label={t.end} rules={[rule(shape.expired_time, t.end)]}>
        <MinutePicker />
      </Form.Item>
    </FormDialog>
  )
}

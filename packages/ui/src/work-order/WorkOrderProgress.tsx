import type { WorkOrder } from '@weft/contract'
import { Steps } from 'antd'
import { useText } from '../i18n/use-text.ts'
import { TimeText } from '../parts/TimeText.tsx'
import * as text from './work-order.text.ts'

type Moments = Pick<WorkOrder, 'network_ticket_status' | 'create_time' | 'accept_time' | 'complete_time' | 'cancel_time'>

/** Shows the steps of an order and their times; steps to come have no time. */
export function WorkOrderProgress({ order }: { order: Moments }) {
  const t = useText(text)
  const { network_ticket_status: status, create_time, accept_time, complete_time, cancel_time } = order
  const step = (title: string, at: number | null) => ({
    title,
    content: at !== null && <TimeText at={at} />,
    status: at === null ? ('wait' as const) : ('finish' as const),
  })
  const done = [step(t.submitted, create_time), step(t.statuses[2], accept_time), step(t.statuses[3], complete_time)]
  const items =
    status === 4
      ? [...done.filter((one) => one.status === 'finish'), step(t.statuses[4], cancel_time)]
      : done.map((one, at) => (status === 2 && at === 1 ? { ...one, status: 'process' as const } : one))
  return <Steps orientation="vertical" size="small" current={items.length} items={items} />
}

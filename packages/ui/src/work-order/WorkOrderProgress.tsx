import type { WorkOrder } from '@weft/contract'
import { Steps } from 'antd'
import { useText } from '../i18n/use-text.ts'
import { TimeText } from '../parts/TimeText.tsx'
import * as text from './work-order.text.ts'

type Moments = Pick<WorkOrder, 'state' | 'create_time' | 'accept_time' | 'complete_time' | 'cancel_time' | 'reject_time'>

/** Shows the steps of an order and their times; steps to come have no time. */
export function WorkOrderProgress({ order }: { order: Moments }) {
  const t = useText(text)
  const { state, create_time, accept_time, complete_time, cancel_time, reject_time } = order
  const step = (title: string, at: number | null) => ({
    title,
    content: at !== null && <TimeText at={at} />,
    status: at === null ? ('wait' as const) : ('finish' as const),
  })
  const done = [step(t.submitted, create_time), step(t.states.running, accept_time), step(t.states.completed, complete_time)]
  const ended = { cancelled: cancel_time, rejected: reject_time }
  const items =
    state === 'cancelled' || state === 'rejected'
      ? [...done.filter((one) => one.status === 'finish'), step(t.states[state], ended[state])]
      : done.map((one, at) => (at === 1 && accept_time !== null && complete_time === null ? { ...one, status: 'process' as const } : one))
  return <Steps orientation="vertical" size="small" current={items.length} items={items} />
}

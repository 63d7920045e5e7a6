import { CheckOutlined, CloseOutlined, MinusOutlined, QuestionOutlined } from '@ant-design/icons'
import type { WorkOrder } from '@weft/contract'
import type { ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import { TimeText } from '../parts/TimeText.tsx'
import * as text from './work-order.text.ts'
import './work-order.css'

type Moments = Pick<WorkOrder, 'state' | 'create_time' | 'accept_time' | 'complete_time' | 'cancel_time' | 'reject_time' | 'dialogue'>
/** How a step is: done, the present one, held up by a question, an end that is no success, or to come. */
type StepState = 'done' | 'now' | 'asked' | 'rejected' | 'cancelled' | 'todo'
interface Step {
  title: string
  state: StepState
  at?: number | null
  hint?: string
}

const marks: Partial<Record<StepState, ReactNode>> = {
  done: <CheckOutlined />,
  asked: <QuestionOutlined />,
  rejected: <CloseOutlined />,
  cancelled: <MinusOutlined />,
}

/** Returns the steps of an order: those that were taken, the present one, and those to come. An order that was rejected or cancelled ends there. */
function stepsOf(order: Moments, t: (typeof text)['zhCN']): Step[] {
  const { state, create_time, accept_time, complete_time, cancel_time, reject_time, dialogue } = order
  const [submitted, accepted]: Step[] = [
    { title: t.submitted, state: 'done', at: create_time },
    { title: t.accepted, state: 'done', at: accept_time },
  ]
  const join: Step = { title: t.joins, state: 'todo', hint: t.joinsHint }
  const taken = accept_time === null ? [submitted!] : [submitted!, accepted!]
  if (state === 'rejected') return [...taken, { title: t.states.rejected, state, at: reject_time }]
  if (state === 'cancelled') return [...taken, { title: t.states.cancelled, state, at: cancel_time }]
  if (state === 'completed')
    return [...taken, { title: t.opened, state: 'done', at: complete_time }, { ...join, state: 'done', at: complete_time, hint: '' }]
  if (state === 'asked') {
    const asked = dialogue.findLast(({ kind }) => kind === 'question')?.create_time ?? null
    return [...taken, { title: t.entries.question, state, at: asked }, { title: t.opened, state: 'todo', hint: t.afterAnswer }, join]
  }
  if (accept_time === null) return [submitted!, { title: t.accepted, state: 'now' }, { title: t.opened, state: 'todo' }, join]
  return [...taken, { title: t.opened, state: 'now' }, join]
}

/** Shows how far an order is. */
export function WorkOrderProgress({ order }: { order: Moments }) {
  const t = useText(text)
  return (
    <div className="weft-rail-frame">
      <ol className="weft-rail">
        {stepsOf(order, t).map(({ title, state, at = null, hint = '' }) => (
          <li
            key={title}
            className={`weft-rail-${state}`}
            {...(state === 'now' || state === 'asked' ? { 'aria-current': 'step' as const } : {})}
          >
            <span className="weft-rail-mark" aria-hidden="true">
              {marks[state]}
            </span>
            <b>{title}</b>
            <small>{at === null ? hint : <TimeText at={at} />}</small>
          </li>
        ))}
      </ol>
    </div>
  )
}

import { dueState, type TicketPriority, ticketPriorityNames } from '@weft/contract'
import { language, useText } from '@weft/ui'
import { Tag } from 'antd'
import * as text from './ticket-marks.text.ts'

const NORMAL = 2
const colors: Record<TicketPriority, string> = { 1: 'default', 2: 'default', 3: 'warning', 4: 'error' }

/** Shows the priority of a ticket, unless it is the normal one. */
export function PriorityMark({ priority }: { priority: TicketPriority }) {
  const t = useText(text)
  const spoken = language.use()
  return priority === NORMAL ? null : <Tag color={colors[priority]}>{t.priorityOf(ticketPriorityNames[priority][spoken])}</Tag>
}

/** Shows that the answer to a ticket is overdue or due soon, and nothing of another. @param now in Unix seconds */
export function DueMark({ due_time, now }: { due_time: number | null; now: number }) {
  const t = useText(text)
  const state = dueState(due_time, now)
  if (state === undefined) return null
  return state === 'overdue' ? <Tag color="error">{t.overdue}</Tag> : <Tag color="warning">{t.dueSoon}</Tag>
}

/** Shows that a customer deleted the ticket, and nothing of another. */
export function DeletedMark({ delete_time }: { delete_time: number | null }) {
  const t = useText(text)
  return delete_time === null ? null : <Tag>{t.deletedMark}</Tag>
}

import type { WorkOrderState } from '@weft/contract'
import { useText } from '../i18n/use-text.ts'
import { StatusDot, type StatusKind } from '../parts/StatusDot.tsx'
import * as text from './work-order.text.ts'

const kinds: Record<WorkOrderState, StatusKind> = {
  pending: 'pending',
  running: 'running',
  asked: 'pending',
  answered: 'running',
  completed: 'online',
  cancelled: 'disabled',
  rejected: 'offline',
}

/** Shows the state of an order in words. */
export function WorkOrderStatusText({ state }: { state: WorkOrderState }) {
  const t = useText(text)
  return <StatusDot kind={kinds[state]} text={t.states[state]} />
}

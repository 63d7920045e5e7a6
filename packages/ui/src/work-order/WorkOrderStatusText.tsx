import type { WorkOrderStatus } from '@weft/contract'
import { useText } from '../i18n/use-text.ts'
import { StatusDot, type StatusKind } from '../parts/StatusDot.tsx'
import * as text from './work-order.text.ts'

const kinds: Record<WorkOrderStatus, StatusKind> = { 1: 'pending', 2: 'running', 3: 'online', 4: 'disabled' }

/** Shows the status of an order in words. */
export function WorkOrderStatusText({ status }: { status: WorkOrderStatus }) {
  const t = useText(text)
  return <StatusDot kind={kinds[status]} text={t.statuses[status]} />
}

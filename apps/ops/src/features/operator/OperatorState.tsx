import type { OperatorRow } from '@weft/contract'
import { StatusDot, useText } from '@weft/ui'
import * as text from './operator-page.text.ts'

/** Shows whether an operator may sign in. */
export function OperatorState({ operator: { status, locked_until } }: { operator: Pick<OperatorRow, 'status' | 'locked_until'> }) {
  const t = useText(text)
  if (status === 0) return <StatusDot kind="disabled" text={t.disabled} />
  return locked_until === null ? <StatusDot kind="online" text={t.active} /> : <StatusDot kind="pending" text={t.locked} />
}

import type { NetworkSummary, RevisionState } from '@weft/contract'
import { type StatusKind, StatusDot, useText } from '@weft/ui'
import { Explained } from '@weft/ui/parts/Explained.tsx'
import * as text from './network.text.ts'

/** Shows 「可用」 or 「不可用」; the latter explains why on hover and focus. */
export function NetworkStatusText({ status }: { status: NetworkSummary['network_status'] }) {
  const t = useText(text)
  if (status === 1) return <StatusDot kind="online" text={t.usable} />
  return (
    <Explained why={t.unusableWhy}>
      <StatusDot kind="offline" text={t.unusable} />
    </Explained>
  )
}

const kinds: Record<RevisionState, StatusKind> = { pending: 'running', applied: 'online', failed: 'offline' }

/** Shows whether members have applied the newest revision. */
export function RevisionText({ state }: { state: RevisionState }) {
  const t = useText(text)
  return <StatusDot kind={kinds[state]} text={t.revision[state]} />
}

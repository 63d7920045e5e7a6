import { type ApplyPhase, type NetworkSummary, phaseNames } from '@weft/contract'
import { language, type StatusKind, StatusDot, useText } from '@weft/ui'
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

const kinds: Record<ApplyPhase, StatusKind> = { pending: 'running', applied: 'online', failed: 'offline', offline: 'idle', never: 'idle' }

/** Shows how far members are with the newest revision. */
export function PhaseText({ phase }: { phase: ApplyPhase }) {
  return <StatusDot kind={kinds[phase]} text={phaseNames[phase][language.use()]} />
}

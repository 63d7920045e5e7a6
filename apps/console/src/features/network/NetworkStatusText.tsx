import type { NetworkSummary, RevisionState } from '@weft/contract'
import { type StatusKind, StatusDot, useText } from '@weft/ui'
import { Tooltip } from 'antd'
import * as text from './network.text.ts'

/** 「可用」 or 「不可用」; the latter says why on hover and focus. */
export function NetworkStatusText({ status }: { status: NetworkSummary['network_status'] }) {
  const t = useText(text)
  if (status === 1) return <StatusDot kind="online" text={t.usable} />
  return (
    <Tooltip title={t.unusableWhy} trigger={['hover', 'focus']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the reason must be reachable by keyboard */}
      <span tabIndex={0}>
        <StatusDot kind="offline" text={t.unusable} />
      </span>
    </Tooltip>
  )
}

const kinds: Record<RevisionState, StatusKind> = { pending: 'running', applied: 'online', failed: 'offline' }

/** Whether members run what they should. */
export function RevisionText({ state }: { state: RevisionState }) {
  const t = useText(text)
  return <StatusDot kind={kinds[state]} text={t.revision[state]} />
}

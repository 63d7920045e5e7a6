import type { RouterType } from '@weft/contract'
import { useText } from '@weft/ui'
import { Tag } from 'antd'
import type { LiveState } from './live-traffic.ts'
import * as text from './traffic.text.ts'

interface Props {
  /** The kind of a member that never was there, so that it is expected to be unreachable; undefined of any other. */
  never: RouterType | undefined
}

/** Shows the state of the live traffic: 实时, 重连中 with its seconds, 已断开. Nothing while the member is away: the chart says so. */
export function LiveTag({ state, never }: Props & { state: LiveState }) {
  const t = useText(text)
  if (never !== undefined && !state.paused && state.phase !== 'live') return <Tag>{t.never[never]}</Tag>
  if (state.reason !== undefined && (state.phase === 'connecting' || state.phase === 'waiting')) return null
  if (state.phase === 'live') return <Tag color="success">{t.live}</Tag>
  if (state.phase === 'connecting') return <Tag color="processing">{t.connecting}</Tag>
  if (state.phase === 'waiting') return <Tag color="warning">{t.reconnecting(state.retry_in)}</Tag>
  return <Tag>{state.paused ? t.paused : t.disconnected}</Tag>
}

/** Shows a notice in place of lines that do not exist yet. */
export function LiveNotice({ state, empty, never }: Props & { state: LiveState | undefined; empty: boolean }) {
  const t = useText(text)
  if (state?.switching) return <span className="member-veil">{t.switching}</span>
  if (!empty) return null
  if (state?.phase === 'unsupported') return <span>{t.noSocket}</span>
  if (never !== undefined) return <span>{t.neverHint[never]}</span>
  if (state?.reason) return <span>{state.reason}</span>
  return <span>{state?.interfaces?.length === 0 ? t.noInterface : t.waiting}</span>
}

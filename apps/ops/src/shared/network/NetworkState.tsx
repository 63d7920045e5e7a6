import type { NetworkSummary } from '@weft/contract'
import { StateText, useText } from '@weft/ui'
import * as text from './network-state.text.ts'

/** Shows how a network is: whether it may be used at all, and how many of its members need attention. */
export function NetworkState({ network_status, attention }: Pick<NetworkSummary, 'network_status' | 'attention'>) {
  const t = useText(text)
  if (network_status === 0) return <StateText state="down">{t.stopped}</StateText>
  return attention === 0 ? <StateText state="up" /> : <StateText state="degraded">{t.attention(attention)}</StateText>
}

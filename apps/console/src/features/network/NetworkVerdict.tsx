import type { AttentionState, NetworkSummary } from '@weft/contract'
import { StateText, useText } from '@weft/ui'
import { Link } from 'react-router'
import { networkPath } from './network-paths.ts'
import { NetworkStatusText } from './NetworkStatusText.tsx'
import * as text from './network.text.ts'
import './network-state.css'

interface Props {
  network_number: string
  network_status: NetworkSummary['network_status']
  /** The number of members that need attention, and the worst of their states. */
  attention: number
  state: AttentionState | 'up'
}

/** Shows how a network is: unusable, with so many members that need attention, or well. Problems lead to their rows in the loom. */
export function NetworkVerdict({ network_number, network_status, attention, state }: Props) {
  const t = useText(text)
  if (network_status === 0) return <NetworkStatusText status={network_status} />
  if (state === 'up') return <StateText state="up">{t.allWell}</StateText>
  return (
    <Link className={`network-verdict network-verdict-${state}`} to={`${networkPath.detail(network_number)}&show=attention`}>
      <StateText state={state} size={14}>
        {t.attention(attention)}
      </StateText>
    </Link>
  )
}

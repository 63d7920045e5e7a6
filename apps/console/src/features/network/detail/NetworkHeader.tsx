import { PlusOutlined } from '@ant-design/icons'
import { attentionStates, needsAttention } from '@weft/contract'
import { CopyText, PageHeader, useText } from '@weft/ui'
import { Button, Tag } from 'antd'
import { LiveLine } from '../../../shared/session/LiveLine.tsx'
import { useAddingBranches } from '../bulk/use-adding-branches.ts'
import { dialled } from '../loom/loom-model.ts'
import { NetworkVerdict } from '../NetworkVerdict.tsx'
import * as networkText from '../network.text.ts'
import { useNetworkRights } from '../network-rights.ts'
import * as text from './network-detail.text.ts'
import type { TopologyView } from '../topology/topology-model.ts'
import type { LiveNetwork } from './network-state.ts'
import { RevisionProgress } from './RevisionProgress.tsx'
import { type Asked, useNetworkActions } from './use-network-actions.ts'

const POINT_TO_POINT = 2

interface Props {
  network: LiveNetwork
  editable: boolean
  /** The settings with which the topology is shown. */
  view: TopologyView
  onAsk: (asked: Asked) => void
  fresh: { updated: number; failing: boolean }
}

/** Shows which network it is, how it is, one line of facts, and what can be done with it. */
export function NetworkHeader({ network, editable, view, onAsk, fresh: { updated, failing } }: Props) {
  const t = useText(text)
  const n = useText(networkText)
  const rights = useNetworkRights()
  const adding = useAddingBranches()
  const actions = useNetworkActions(network, view, onAsk)
  const ailing = network.member.filter(({ state }) => needsAttention(state))
  const worst = attentionStates.find((state) => ailing.some((one) => one.state === state))
  const reachable = network.network_type === POINT_TO_POINT ? dialled(network).length : 0
  return (
    <PageHeader
      title={network.network_name}
      status={
        <>
          <NetworkVerdict {...network} attention={ailing.length} state={worst ?? 'up'} />
          {!rights.edit && <Tag>{t.readOnly}</Tag>}
        </>
      }
      meta={
        <>
          <span>
            {t.number} <CopyText value={network.network_number} />
          </span>
          <span>{n.types[network.network_type]}</span>
          {reachable > 0 && <span>{t.reachable(reachable)}</span>}
          <span>{t.cipher(n.ciphers[network.ncp_ciphers])}</span>
          <span className="network-revision">
            {t.revision(network.revision)} <RevisionProgress network={network} />
          </span>
          <LiveLine read={updated} failing={failing} />
        </>
      }
      actions={
        editable && (
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={adding.show}>
            {t.addBranches}
          </Button>
        )
      }
      more={actions}
    />
  )
}

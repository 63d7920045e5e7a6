import { useText } from '@weft/ui'
import type { PageAction } from '@weft/ui/parts/PageHeader.tsx'
import { useNavigate } from 'react-router'
import { usePageOpen } from '../../../shared/page/open-pages.ts'
import * as networkText from '../network.text.ts'
import { networkPath } from '../network-paths.ts'
import { useNetworkRights } from '../network-rights.ts'
import { usePanel } from '../settings/use-panel.ts'
import { exportPicture } from '../topology/export-picture.ts'
import type { TopologyView } from '../topology/topology-model.ts'
import * as text from './network-detail.text.ts'
import type { LiveNetwork } from './network-state.ts'
import { useMemberActions } from './use-member-actions.ts'

/** A dialog that one of the actions opens. */
export type Asked = 'add' | 'rename' | 'delete'

/** Returns the actions on a whole network, except the addition of branches. @param view the settings with which the topology is shown */
export function useNetworkActions(network: LiveNetwork, view: TopologyView, onAsk: (asked: Asked) => void): PageAction[] {
  const t = useText(text)
  const n = useText(networkText)
  const navigate = useNavigate()
  const isOpen = usePageOpen()
  const rights = useNetworkRights()
  const { resend } = useMemberActions(network)
  const { open } = usePanel()
  const { network_number } = network
  const editable = rights.edit && network.network_status === 1
  const item = (shown: boolean, key: string, label: string, onClick: () => void, kind: Pick<PageAction, 'rare' | 'danger'> = {}) =>
    shown ? [{ key, label, onClick, ...kind }] : []
  return [
    ...item(rights.edit, 'manage', n.manage, () => void navigate(networkPath.edit(network_number))),
    ...item(editable, 'add', t.addMember, () => onAsk('add')),
    ...item(true, 'history', n.history, () => open('history')),
    ...item(editable && isOpen('/network/ticket_create'), 'pop', n.requestPop, () => void navigate(networkPath.requestPop(network_number))),
    ...item(editable, 'rename', n.rename, () => onAsk('rename'), { rare: true }),
    ...item(editable, 'resend', t.resend, () => resend(), { rare: true }),
    ...item(network.member.length > 0, 'export', t.exportTopology, () => exportPicture(network, view, 'png'), { rare: true }),
    ...item(rights.delete, 'delete', n.deleteTitle, () => onAsk('delete'), { danger: true }),
  ]
}

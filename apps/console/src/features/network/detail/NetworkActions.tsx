import { DownOutlined, PlusOutlined } from '@ant-design/icons'
import { useText } from '@weft/ui'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { MenuButton } from '@weft/ui/parts/MenuButton.tsx'
import { usePageOpen } from '../../../shared/page/open-pages.ts'
import * as networkText from '../network.text.ts'
import { networkPath } from '../network-paths.ts'
import { useNetworkRights } from '../network-rights.ts'
import { useAddingBranches } from '../bulk/use-adding-branches.ts'
import { usePanel } from '../settings/use-panel.ts'
import { exportPicture } from '../topology/export-picture.ts'
import type { TopologyView } from '../topology/topology-model.ts'
import * as text from './network-detail.text.ts'
import type { LiveNetwork } from './network-state.ts'
import { useMemberActions } from './use-member-actions.ts'

/** A dialog that one of the actions opens. */
export type Asked = 'add' | 'rename' | 'delete'

interface Props {
  network: LiveNetwork
  /** The settings with which the topology is shown. */
  view: TopologyView
  onAsk: (asked: Asked) => void
}

/** The actions on a whole network. */
export function NetworkActions({ network, view, onAsk }: Props) {
  const t = useText(text)
  const n = useText(networkText)
  const navigate = useNavigate()
  const isOpen = usePageOpen()
  const rights = useNetworkRights()
  const actions = useMemberActions(network)
  const { open } = usePanel()
  const adding = useAddingBranches()
  const { network_number } = network
  const editable = rights.edit && network.network_status === 1
  const item = (key: string, label: string, onClick: () => void) => ({ key, label, onClick })
  const more = [
    ...(rights.edit ? [item('manage', n.manage, () => void navigate(networkPath.edit(network_number)))] : []),
    ...(editable ? [item('add', t.addMember, () => onAsk('add'))] : []),
    ...(editable ? [item('rename', n.rename, () => onAsk('rename')), item('resend', t.resend, () => actions.resend())] : []),
    item('history', n.history, () => open('history')),
    ...(network.member.length > 0 ? [item('export', t.exportTopology, () => exportPicture(network, view, 'png'))] : []),
    ...(rights.delete ? [{ ...item('delete', n.deleteTitle, () => onAsk('delete')), danger: true }] : []),
  ]
  return (
    <>
      {more.length > 0 && (
        <MenuButton icon={<DownOutlined aria-hidden />} iconPlacement="end" items={more}>
          {t.more}
        </MenuButton>
      )}
      {editable && isOpen('/network/ticket_create') && (
        <Button onClick={() => void navigate(networkPath.requestPop(network_number))}>{n.requestPop}</Button>
      )}
      {editable && (
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={adding.show}>
          {t.addBranches}
        </Button>
      )}
    </>
  )
}

import { EditOutlined, EllipsisOutlined } from '@ant-design/icons'
import type { NetworkSummary } from '@weft/contract'
import { CopyText, type ListColumn, Nothing } from '@weft/ui'
import { Link } from 'react-router'
import type * as networkText from '../network.text.ts'
import { networkPath } from '../network-paths.ts'
import type { NetworkRights } from '../network-rights.ts'
import { MenuButton } from '@weft/ui/parts/MenuButton.tsx'
import { NetworkVerdict } from '../NetworkVerdict.tsx'
import { RevisionFacts } from '../RevisionFacts.tsx'
import './network-list.css'
import type * as text from './network-list.text.ts'

interface Options {
  t: (typeof text)['zhCN']
  n: (typeof networkText)['zhCN']
  rights: NetworkRights
  /** True if the caller may open the page that requests POP access. */
  mayRequestPop: boolean
  /** Opens another page. */
  onOpen: (path: string) => void
  onRename: (network: NetworkSummary) => void
  onDelete: (network: NetworkSummary) => void
}

/** Returns the columns of the network list, without actions that the caller may not do. */
export function networkColumns({ t, n, rights, mayRequestPop, onOpen, onRename, onDelete }: Options): ListColumn<NetworkSummary>[] {
  const item = (shown: boolean, key: string, label: string, onClick: () => void, danger = false) =>
    shown ? [{ key, label, danger, onClick }] : []
  const menuOf = (network: NetworkSummary) => [
    ...item(rights.edit, 'manage', n.manage, () => onOpen(networkPath.edit(network.network_number))),
    ...item(rights.edit && mayRequestPop, 'pop', n.requestPop, () => onOpen(networkPath.requestPop(network.network_number))),
    ...item(rights.edit, 'rename', n.rename, () => onRename(network)),
    ...item(rights.delete, 'delete', n.delete, () => onDelete(network), true),
  ]
  return [
    {
      key: 'name',
      title: n.name,
      pinned: true,
      card: 'title',
      render: (_, network) => (
        <>
          <span className="network-name">
            <Link to={networkPath.detail(network.network_number)}>{network.network_name}</Link>
            {rights.edit && (
              <button
                type="button"
                className="weft-icon-button"
                aria-label={n.renameOf(network.network_name)}
                title={n.rename}
                onClick={() => onRename(network)}
              >
                <EditOutlined aria-hidden />
              </button>
            )}
          </span>
          <span className="network-number">
            <CopyText value={network.network_number} />
          </span>
        </>
      ),
    },
    { key: 'type', title: t.type, render: (_, network) => n.types[network.network_type] },
    {
      key: 'members',
      title: t.memberCount,
      align: 'right',
      render: (_, network) => (
        <span className="network-members">
          {network.member_count}
          <small>{t.onlineOf(network.online_count)}</small>
        </span>
      ),
    },
    { key: 'pop', title: t.pop, render: (_, network) => network.fr_name || <Nothing /> },
    {
      key: 'status',
      title: t.status,
      card: 'status',
      render: (_, network) => (
        <span className="network-status">
          <NetworkVerdict {...network} />
          <RevisionFacts
            network_number={network.network_number}
            state={network.revision_state}
            members={network.member_count}
            applied={network.applied_count}
            failed={network.failed_count}
            refused={network.refused}
            absent={network.member_count - network.applied_count - network.failed_count - network.pending_count}
          />
        </span>
      ),
    },
    {
      key: 'actions',
      title: t.actions,
      pinned: true,
      card: 'actions',
      render: (_, network) => {
        const items = menuOf(network)
        return (
          items.length > 0 && (
            <MenuButton
              type="text"
              size="small"
              icon={<EllipsisOutlined aria-hidden />}
              aria-label={t.moreOf(network.network_name)}
              items={items}
            />
          )
        )
      },
    },
  ]
}

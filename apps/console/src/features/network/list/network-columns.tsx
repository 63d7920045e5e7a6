import { EllipsisOutlined } from '@ant-design/icons'
import { type NetworkSummary, shortName, type Verdict } from '@weft/contract'
import { copyText, type ListColumn, Nothing } from '@weft/ui'
import { MenuButton } from '@weft/ui/parts/MenuButton.tsx'
import { Link } from 'react-router'
import { availabilityText } from '../../../shared/loom/day.ts'
import { DayStrip } from '../../../shared/loom/DayStrip.tsx'
import { NetworkTile } from '../../../shared/loom/NetworkTile.tsx'
import type * as networkText from '../network.text.ts'
import { networkPath } from '../network-paths.ts'
import type { NetworkRights } from '../network-rights.ts'
import { NetworkVerdict } from '../NetworkVerdict.tsx'
import { RevisionFacts } from '../RevisionFacts.tsx'
import './network-list.css'
import type * as text from './network-list.text.ts'
import { NetworkCause } from './NetworkCause.tsx'

interface Options {
  t: (typeof text)['zhCN']
  n: (typeof networkText)['zhCN']
  rights: NetworkRights
  /** Everything that is wrong in the account, once it is known. */
  verdict: Verdict | undefined
  /** True if the caller may open the page that requests POP access. */
  mayRequestPop: boolean
  /** Opens another page. */
  onOpen: (path: string) => void
  onRename: (network: NetworkSummary) => void
  onDelete: (network: NetworkSummary) => void
}

/** Returns the columns of the network list, without actions that the caller may not do. */
export function networkColumns(options: Options): ListColumn<NetworkSummary>[] {
  const { t, n, verdict } = options
  return [
    {
      key: 'name',
      title: n.name,
      pinned: true,
      holds: n.name,
      card: 'title',
      render: (_, { network_number, network_name, network_type, picture, found_by }) => (
        <span className="network-name">
          <NetworkTile picture={picture} />
          <span>
            <Link to={networkPath.detail(network_number)}>{network_name}</Link>
            <small>
              {found_by ? t.foundBy([shortName(found_by), found_by.address].filter(Boolean).join(' ')) : n.types[network_type]} ·{' '}
              <span className="weft-mono">{network_number}</span>
            </small>
          </span>
        </span>
      ),
    },
    {
      key: 'status',
      title: t.status,
      pinned: true,
      holds: t.status,
      card: 'status',
      render: (_, network) => (
        <span className="network-status">
          <NetworkVerdict {...network} />
          {verdict && network.attention > 0 && <NetworkCause network_number={network.network_number} verdict={verdict} />}
        </span>
      ),
    },
    {
      key: 'day',
      title: t.day,
      card: 'field',
      render: (_, { day, availability }) => (
        <span className="network-day">
          <DayStrip day={day} availability={availability} />
        </span>
      ),
    },
    {
      key: 'availability',
      title: t.availability,
      align: 'right',
      render: (_, { availability }) =>
        availability === null ? <Nothing /> : <span className="network-number">{availabilityText(availability)}</span>,
    },
    {
      key: 'members',
      title: t.memberCount,
      align: 'right',
      card: 'fact',
      render: (_, { online_count, member_count }) => (
        <span className="network-number">
          {online_count} <span className="network-of">/ {member_count}</span>
        </span>
      ),
    },
    { key: 'pop', title: t.pop, stays: true, render: (_, network) => network.fr_name || <Nothing /> },
    {
      key: 'revision',
      title: t.revision,
      card: 'field',
      render: (_, network) => (
        <span className="network-status">
          {network.revision > 0 && <span>{t.revisionOf(network.revision)}</span>}
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
      render: (_, network) => (
        <MenuButton
          type="text"
          size="small"
          icon={<EllipsisOutlined aria-hidden />}
          aria-label={t.moreOf(network.network_name)}
          items={menuOf(network, options)}
        />
      ),
    },
  ]
}

/** Returns what can be done with a network: the daily things, the rare ones below a line, and its deletion below another. */
function menuOf(network: NetworkSummary, { t, n, rights, mayRequestPop, onOpen, onRename, onDelete }: Options) {
  const { network_number, network_status } = network
  const item = (shown: boolean, key: string, label: string, onClick: () => void) => (shown ? [{ key, label, onClick }] : [])
  const editable = rights.edit && network_status === 1
  return [
    ...item(true, 'open', t.openLoom, () => onOpen(networkPath.detail(network_number))),
    ...item(editable, 'add', t.addBranches, () => onOpen(networkPath.addBranches(network_number))),
    ...item(true, 'settings', t.settings, () => onOpen(networkPath.settings(network_number))),
    ...item(rights.edit, 'manage', n.manage, () => onOpen(networkPath.edit(network_number))),
    ...item(rights.edit, 'rename', n.rename, () => onRename(network)),
    { type: 'divider' as const, key: 'rare' },
    ...item(editable && mayRequestPop, 'pop', n.requestPop, () => onOpen(networkPath.requestPop(network_number))),
    ...item(true, 'copy', t.copyNumber, () => void copyText(network_number)),
    ...(rights.delete
      ? [
          { type: 'divider' as const, key: 'red' },
          { key: 'delete', label: n.delete, danger: true, onClick: () => onDelete(network) },
        ]
      : []),
  ]
}

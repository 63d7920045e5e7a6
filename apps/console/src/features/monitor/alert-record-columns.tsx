import { FilterOutlined } from '@ant-design/icons'
import { alertChannels, type AlertEvent, type DiagnosisCause, type Incident, type Language, siteGuides } from '@weft/contract'
import { Duration, type ListColumn, listTime, Nothing, StatusDot, type StatusKind, TimeText } from '@weft/ui'
import { Explained } from '@weft/ui/parts/Explained.tsx'
import { Button, Tag } from 'antd'
import { Link } from 'react-router'
import { networkPath } from '../../shared/network/network-paths.ts'
import type * as text from './alert-record.text.ts'
import { IncidentMember } from './IncidentMember.tsx'

type Text = (typeof text)['zhCN']
interface Options {
  t: Text
  spoken: Language
  search: string
  onMember: (router_name: string) => void
  /** Left out for a login that may not acknowledge. */
  onAcknowledge: ((incident: Incident) => void) | undefined
  /** The incident that is being acknowledged. */
  acknowledging: string | undefined
}

/** What an alert of a kind is about, of those that have one cause. */
const causes: Partial<Record<AlertEvent, DiagnosisCause>> = { router_offline: 'connection_lost', config_failed: 'config_failed' }

/** Returns whether an incident is over as soon as it happens, so that nobody has to acknowledge it. */
const isEvent = ({ open_time, close_time }: Incident) => open_time === close_time

const stateOf = (row: Incident, t: Text): [StatusKind, string] => {
  if (isEvent(row)) return ['idle', t.event]
  return row.close_time === null ? ['offline', t.incidentStates.open] : ['online', t.incidentStates.closed]
}

/** Returns what an incident is about, in one line. */
export const subjectOf = ({ kind, note, router_name, subject, network_number }: Incident, t: Text): string => {
  if (router_name !== null) return [note || router_name, subject].filter(Boolean).join(' ')
  return subject || (kind === 'network_unusable' && network_number === null ? t.allNetworks : t.account)
}

function Subject({ row, t, search, onMember }: { row: Incident } & Pick<Options, 't' | 'search' | 'onMember'>) {
  const { router_name, note, router_type, deleted, network_number, subject } = row
  if (router_name !== null)
    return (
      <span className="monitor-subject">
        <IncidentMember member={{ router_name, note, router_type, deleted }} search={search} />
        {subject && <span className="monitor-aside">{subject}</span>}
        <button
          type="button"
          className="weft-icon-button"
          aria-label={t.onlyOf(note || router_name)}
          title={t.onlyOf(note || router_name)}
          onClick={() => onMember(router_name)}
        >
          <FilterOutlined aria-hidden />
        </button>
      </span>
    )
  if (network_number === null) return subjectOf(row, t)
  return <Link to={networkPath.detail(network_number)}>{subject}</Link>
}

function Acknowledged({
  row,
  t,
  onAcknowledge,
  acknowledging,
}: { row: Incident } & Pick<Options, 't' | 'onAcknowledge' | 'acknowledging'>) {
  if (row.ack_name !== null && row.ack_time !== null)
    return <span className="monitor-word">{t.acknowledgedBy(row.ack_name, listTime(row.ack_time).slice(5))}</span>
  if (isEvent(row)) return <Nothing />
  if (!onAcknowledge) return t.incidentStates.unacknowledged
  const what = `${t.kinds[row.kind]} ${subjectOf(row, t)}`
  return (
    <Button size="small" aria-label={t.acknowledgeOf(what)} loading={acknowledging === row.id} onClick={() => onAcknowledge(row)}>
      {t.acknowledge}
    </Button>
  )
}

/** Says what most likely happened and what follows from it, and leads to what the incident is about. */
function Reason({ row, t, spoken }: { row: Incident; t: Text; spoken: Language }) {
  const cause = causes[row.kind]
  const words = [
    ...(cause ? [siteGuides[cause][spoken].headline] : []),
    ...(row.branches > 0 ? [t.andBranches(row.branches, row.branches_away)] : []),
  ]
  return words.length === 0 ? <Nothing /> : <span className="monitor-reason">{words.join(t.comma)}</span>
}

/** Shows on which channels an incident was sent; those on which a delivery failed are red. */
function Sent({ row: { muted, channels, failed, deliveries }, t }: { row: Incident; t: Text }) {
  if (muted === 1 && deliveries === 0)
    return (
      <Explained why={t.mutedWhy}>
        <Tag>{t.muted}</Tag>
      </Explained>
    )
  if (deliveries === 0) return <Nothing />
  return (
    <span className="monitor-sent">
      {alertChannels.flatMap((channel) => {
        const found = channels.find((one) => one.channel === channel)
        if (!found) return []
        return found.failed === 1 ? (
          <StatusDot key={channel} kind="offline" text={t.failedOn(t.channelsInShort[channel])} />
        ) : (
          <span key={channel}>{t.channelsInShort[channel]}</span>
        )
      })}
      {channels.length === 0 && t.sentCount(deliveries)}
      {channels.length === 0 && failed > 0 && <StatusDot kind="offline" text={t.failedCount(failed)} />}
    </span>
  )
}

export const alertRecordColumns = ({ t, spoken, search, onMember, onAcknowledge, acknowledging }: Options): ListColumn<Incident>[] => [
  {
    key: 'about',
    title: t.about,
    pinned: true,
    holds: t.about,
    card: 'title',
    render: (_, row) => {
      const [kind, words] = stateOf(row, t)
      return (
        <span className="monitor-about">
          <StatusDot kind={kind} text={<span className="weft-hidden">{words}</span>} />
          <span>
            <Subject row={row} t={t} search={search} onMember={onMember} />
            <span className="monitor-kind">{t.kinds[row.kind]}</span>
          </span>
        </span>
      )
    },
  },
  { key: 'reason', title: t.reason, render: (_, row) => <Reason row={row} t={t} spoken={spoken} /> },
  {
    key: 'opened',
    title: t.opened,
    align: 'right',
    card: 'fact',
    render: (_, { open_time }) => <TimeText at={open_time} />,
  },
  {
    key: 'length',
    title: t.length,
    align: 'right',
    card: 'status',
    render: (_, row) =>
      isEvent(row) ? (
        <Nothing />
      ) : (
        <span
          className={row.close_time === null ? 'monitor-length monitor-length-open' : 'monitor-length'}
          title={row.close_time === null ? t.incidentStates.open : t.closedAt(listTime(row.close_time))}
        >
          <Duration seconds={row.seconds} />
        </span>
      ),
  },
  { key: 'sent', title: t.sent, card: 'fact', render: (_, row) => <Sent row={row} t={t} /> },
  {
    key: 'acknowledged',
    title: t.acknowledged,
    align: 'right',
    card: 'actions',
    render: (_, row) => <Acknowledged row={row} t={t} onAcknowledge={onAcknowledge} acknowledging={acknowledging} />,
  },
]

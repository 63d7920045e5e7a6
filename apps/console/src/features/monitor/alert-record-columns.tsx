import { FilterOutlined } from '@ant-design/icons'
import type { Incident } from '@weft/contract'
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
  search: string
  onMember: (router_name: string) => void
  /** Left out for a login that may not acknowledge. */
  onAcknowledge: ((incident: Incident) => void) | undefined
  /** The incident that is being acknowledged. */
  acknowledging: string | undefined
}

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
        {row.branches > 0 && <span className="monitor-aside">{t.andBranches(row.branches, row.branches_away)}</span>}
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

export const alertRecordColumns = ({ t, search, onMember, onAcknowledge, acknowledging }: Options): ListColumn<Incident>[] => [
  {
    key: 'kind',
    title: t.kind,
    pinned: true,
    card: 'title',
    render: (_, { kind }) => <span className="monitor-kind">{t.kinds[kind]}</span>,
  },
  { key: 'about', title: t.about, pinned: true, render: (_, row) => <Subject row={row} t={t} search={search} onMember={onMember} /> },
  {
    key: 'state',
    title: t.state,
    card: 'status',
    render: (_, row) => {
      const [kind, words] = stateOf(row, t)
      return (
        <span className="monitor-state">
          <StatusDot kind={kind} text={words} />
          {row.muted === 1 && (
            <Explained why={t.mutedWhy}>
              <Tag>{t.muted}</Tag>
            </Explained>
          )}
        </span>
      )
    },
  },
  { key: 'opened', title: t.opened, render: (_, { open_time }) => <TimeText at={open_time} /> },
  {
    key: 'closed',
    title: t.closed,
    render: (_, { close_time }) => (close_time === null ? t.incidentStates.open : <TimeText at={close_time} />),
  },
  { key: 'length', title: t.length, render: (_, row) => (isEvent(row) ? <Nothing /> : <Duration seconds={row.seconds} />) },
  {
    key: 'acknowledged',
    title: t.acknowledged,
    render: (_, row) => <Acknowledged row={row} t={t} onAcknowledge={onAcknowledge} acknowledging={acknowledging} />,
  },
  {
    key: 'sent',
    title: t.sent,
    render: (_, { deliveries, failed }) =>
      deliveries === 0 ? (
        <Nothing />
      ) : (
        <span className="monitor-sent">
          {t.sentCount(deliveries)}
          {failed > 0 && <StatusDot kind="offline" text={t.failedCount(failed)} />}
        </span>
      ),
  },
]

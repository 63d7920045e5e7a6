import { type Health, instanceState } from '@weft/contract'
import { defined, ErrorState, grouped, type ListColumn, PageHeader, Skeleton, StatusDot, TimeText, useText } from '@weft/ui'
import { PagedRows } from '@weft/ui/list/PagedRows.tsx'
import { DetailCard } from '@weft/ui/parts/DetailCard.tsx'
import { useMemo } from 'react'
import { HealthVerdict } from '../../shared/health/HealthVerdict.tsx'
import { useHealth } from '../../shared/health/use-health.ts'
import '../../shared/page/stack.css'
import { DeadLetterList } from './DeadLetterList.tsx'
import { HealthFigures } from './HealthFigures.tsx'
import { LineChart } from './LineChart.tsx'
import * as text from './health.text.ts'

/** Shows 「运行状况」: whether the installation works well. */
export function HealthPage() {
  const t = useText(text)
  const { data, error, isPending, refetch } = useHealth()
  return (
    <div className="desk-stack">
      <PageHeader title={t.title} meta={<span>{data && t.meta(data.version)}</span>} />
      {data ? (
        <>
          <HealthVerdict health={data} />
          <HealthFigures health={data} />
          <ConnectionCard connections={data.connections} />
          <HistoryCard history={data.history} />
          <InstanceCard instances={data.instances} now={data.time} />
        </>
      ) : isPending ? (
        <Skeleton paragraph={{ rows: 8 }} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
      {/* The list waits for the figures above it, which would move it down. */}
      {!isPending && <DeadLetterList />}
    </div>
  )
}

/** Shows the members that connected and disconnected in each hour. */
function ConnectionCard({ connections }: Pick<Health, 'connections'>) {
  const t = useText(text)
  const times = useMemo(() => connections.map(({ time }) => time), [connections])
  const lines = useMemo(
    () => [
      { name: t.online, values: connections.map(({ online }) => online) },
      { name: t.offline, values: connections.map(({ offline }) => offline) },
    ],
    [connections, t],
  )
  const [came, went] = lines.map(({ values }) => values.reduce((sum, value) => sum + value, 0))
  return (
    <DetailCard title={t.connections} extra={t.perHour}>
      <LineChart times={times} lines={lines} summary={t.connectionsSummary(came ?? 0, went ?? 0)} />
    </DetailCard>
  )
}

type Measure = Exclude<keyof Health['history'][number], 'time'>

/** Charts the varying figures of the last day. */
function HistoryCard({ history }: Pick<Health, 'history'>) {
  const t = useText(text)
  const times = useMemo(() => history.map(({ time }) => time), [history])
  const charts = useMemo(
    () =>
      (
        [
          [t.membersOnline, ['members_online']],
          [t.answerLine, ['answer_ms']],
          [t.backlogLine, ['jobs', 'deliveries']],
          [t.ticketsWaiting, ['tickets']],
        ] as [string, Measure[]][]
      ).map(([title, measures]) => {
        const lines = measures.map((measure) => ({ name: t.lines[measure], values: history.map((at) => at[measure]) }))
        return { title, lines, range: t.range(...rangeOf(lines.flatMap(({ values }) => values))) }
      }),
    [history, t],
  )
  return (
    <DetailCard title={t.history} extra={t.perSlot}>
      {history.every(({ jobs }) => jobs === null) ? (
        <p className="health-note">{t.noHistory}</p>
      ) : (
        <div className="health-charts">
          {charts.map(({ title, lines, range }) => (
            <div key={title} className="health-chart">
              <h3>
                {title}
                <small>{range}</small>
              </h3>
              <LineChart times={times} lines={lines} summary={defined(`${t.history}${title}`, range)} />
            </div>
          ))}
        </div>
      )}
    </DetailCard>
  )
}

/** Returns the lowest and the highest value as shown text. */
function rangeOf(values: (number | null)[]): [string, string] {
  const written = values.filter((value) => value !== null)
  return [grouped(Math.min(...written)), grouped(Math.max(...written))]
}

/** A release such as `1.2.3+202611301457.3ae983a4`, with its commit on a line of its own. */
function ReleaseText({ release }: { release: string }) {
  const [version, commit] = release.split(/\+(?:\d+\.)?/)
  return (
    <span title={release}>
      {version}
      {commit !== undefined && <span className="health-commit weft-mono">{commit}</span>}
    </span>
  )
}

type Instance = Health['instances'][number]

function InstanceCard({ instances, now }: Pick<Health, 'instances'> & { now: number }) {
  const t = useText(text)
  const states = { leaving: ['pending', t.leaving], alive: ['online', t.alive], silent: ['offline', t.late] } as const
  const columns: ListColumn<Instance>[] = [
    {
      key: 'instance_id',
      title: t.instance,
      card: 'title',
      render: (_, { instance_id }) => <span className="weft-mono">{instance_id}</span>,
    },
    {
      key: 'state',
      title: t.state,
      card: 'status',
      render: (_, one) => {
        const [kind, words] = states[instanceState(one, now)]
        return <StatusDot kind={kind} text={words} />
      },
    },
    { key: 'roles', title: t.roles, render: (_, { roles }) => t.roleNames(roles) },
    { key: 'version', title: t.version, render: (_, { version }) => <ReleaseText release={version} /> },
    { key: 'members', title: t.members, align: 'right', render: (_, { members }) => members },
    { key: 'start_time', title: t.started, render: (_, { start_time }) => <TimeText at={start_time} /> },
    { key: 'last_time', title: t.seen, render: (_, { last_time }) => <TimeText at={last_time} relative /> },
  ]
  return (
    <DetailCard title={t.instances}>
      <PagedRows rows={instances} keyOf={({ instance_id }) => instance_id} columns={columns} nothing={t.noInstances} />
    </DetailCard>
  )
}

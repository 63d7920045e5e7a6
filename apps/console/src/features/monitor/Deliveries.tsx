import { useQuery } from '@tanstack/react-query'
import { type AlertDelivery, contract } from '@weft/contract'
import { asking, ErrorState, Skeleton, StatusDot, type StatusKind, TimeText, useText } from '@weft/ui'
import * as text from './alert-record.text.ts'

const kinds: Record<AlertDelivery['state'], StatusKind> = { queued: 'running', sent: 'online', failed: 'offline' }

/** Shows how each message about an incident reached each of its recipients, the newest first. */
export function Deliveries({ incident_id }: { incident_id: string }) {
  const t = useText(text)
  const { data, error, isError, refetch } = useQuery(asking(contract.monitor.deliveries, { incident_id }))
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton paragraph={{ rows: 2 }} />
  if (data.rows.length === 0)
    return (
      <p className="monitor-help">
        {t.nothingSent} · {t.nothingSentHint}
      </p>
    )
  return (
    <>
      <ul className="monitor-deliveries">
        {data.rows.map(({ id, event, channel, target, state, tries, answer, create_time, done_time }) => (
          <li key={id}>
            <strong>{event}</strong>
            <dl>
              <Fact name={t.channel}>{t.channels[channel]}</Fact>
              {channel !== 'portal' && target && <Fact name={t.target}>{target}</Fact>}
              <Fact name={t.state}>
                <StatusDot kind={kinds[state]} text={t.states[state]} />
              </Fact>
              {channel !== 'portal' && <Fact name={t.tries}>{tries}</Fact>}
              {answer && <Fact name={t.answer}>{answer}</Fact>}
              <Fact name={t.created}>
                <TimeText at={create_time} />
              </Fact>
              {done_time !== null && done_time !== create_time && (
                <Fact name={t.finished}>
                  <TimeText at={done_time} />
                </Fact>
              )}
            </dl>
          </li>
        ))}
      </ul>
      {data.count > data.rows.length && <p className="monitor-help">{t.more(data.count - data.rows.length)}</p>}
    </>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

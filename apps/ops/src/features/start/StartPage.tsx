import { useQuery } from '@tanstack/react-query'
import { type DeskStart, opsContract } from '@weft/contract'
import { asking, ErrorState, PageHeader, Skeleton, StateMark, useText } from '@weft/ui'
import { LinkButton } from '@weft/ui/parts/LinkButton.tsx'
import { Link, useNavigate } from 'react-router'
import { HealthVerdict } from '../../shared/health/HealthVerdict.tsx'
import { useHealth } from '../../shared/health/use-health.ts'
import { useMay } from '../../shared/operator/use-operator.ts'
import '../../shared/page/stack.css'
import { ticketPath } from '../../shared/ticket/ticket-paths.ts'
import { useKeys, usePrefixKey } from '../../shared/keys/use-keys.ts'
import { useFresh } from '../../shared/waiting/use-fresh.ts'
import { useOpenOrders, useTroubleState, useWaitingTickets } from '../../shared/waiting/use-waiting.ts'
import './start.css'
import * as text from './start.text.ts'
import { EndingServices, OwnWork } from './SideCards.tsx'
import { tasksOf } from './tasks.ts'
import { TroubleList } from './TroubleList.tsx'
import { WorkList } from './WorkList.tsx'

const { desk, tickets } = opsContract
/** Where G and a letter lead. */
const places = { t: ticketPath.queue(), c: '/accounts', d: '/devices' } as const

/** Shows 「工作台」: who is in trouble, what waits, and whether the installation is well. */
export function StartPage() {
  const { data, error, isError, refetch } = useQuery(asking(desk.start, {}, { quiet: true }))
  const [troubles, waiting, orders] = [useTroubleState(), useWaitingTickets(), useOpenOrders()]
  const may = useMay()
  useFresh(desk.start, troubles && waiting && orders && JSON.stringify([troubles, waiting, orders]))
  return (
    <div className="desk-stack">
      <Headline start={data} />
      <HealthLine />
      {data ? (
        <>
          <div className="start-columns">
            <div className="start-column">
              {data.customers > 0 && <TroubleList start={data} />}
              <WorkList start={data} />
            </div>
            <div className="start-column">
              {may(tickets.reply) && <OwnWork />}
              <EndingServices start={data} />
            </div>
          </div>
        </>
      ) : isError ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton paragraph={{ rows: 8 }} />
      )}
    </div>
  )
}

/** Returns the page of what an operator should do next: what is due first of what their role may handle. */
function useNext(start: DeskStart | undefined): string | undefined {
  const may = useMay()
  return start && tasksOf(start, may)[0]?.to
}

/** Says in one sentence whether customers are in trouble, and counts what waits. */
function Headline({ start }: { start: DeskStart | undefined }) {
  const t = useText(text)
  const [waiting, orders] = [useWaitingTickets(), useOpenOrders()]
  const next = useNext(start)
  const navigate = useNavigate()
  const armGo = usePrefixKey((key) => {
    const to = places[key as keyof typeof places]
    if (to !== undefined) void navigate(to)
  })
  useKeys({ g: armGo, n: next === undefined ? undefined : () => void navigate(next) })
  return (
    <PageHeader
      title={
        <span className="start-title">
          {start && <StateMark state={start.customers > 0 ? 'down' : 'up'} size={24} />}
          <span className={start && 'weft-hidden'}>{t.page}</span>
          {start && ` ${start.customers > 0 ? t.troubled(start.customers) : t.calm}`}
        </span>
      }
      meta={
        waiting &&
        orders && (
          <span>
            {t.waiting(waiting.waiting + orders.waiting + orders.handling)}
            {waiting.overdue > 0 && <span className="start-overdue">{t.overdue(waiting.overdue)}</span>}
          </span>
        )
      }
      actions={
        next !== undefined && (
          <LinkButton type="primary" to={next} aria-keyshortcuts="N">
            {t.next}
            <kbd className="start-key" aria-hidden>
              N
            </kbd>
          </LinkButton>
        )
      }
    />
  )
}

function HealthLine() {
  const t = useText(text)
  const { data, error, isError, refetch } = useHealth()
  if (isError) return <ErrorState compact error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton title={false} paragraph={{ rows: 1 }} />
  return <HealthVerdict health={data} more={<Link to="/health">{t.health}</Link>} />
}

import { type DeskStart, opsContract, type SoldService } from '@weft/contract'
import { lasting, useDialog, useText } from '@weft/ui'
import { DetailCard } from '@weft/ui/parts/DetailCard.tsx'
import { serviceName } from '@weft/ui/service/service-names.ts'
import { useServerNow } from '@weft/ui/time/use-clock.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import { AccountLink } from '../../shared/account/AccountLink.tsx'
import { useMay } from '../../shared/operator/use-operator.ts'
import { RenewDialog } from '../../shared/service/RenewDialog.tsx'
import { DueTime } from '../../shared/ticket/DueTime.tsx'
import { ticketPath } from '../../shared/ticket/ticket-paths.ts'
import { inOrder, useQueue, useQueueKeptFresh } from '../../shared/ticket/use-queue.ts'
import * as text from './start.text.ts'

/** The tasks of one's own, and the services, that are shown here. */
const OWN = 8
const ENDING = 3
const DAY_SECONDS = 86_400

/** Lists the tickets that the operator handles; those that wait for their customers come last. */
export function OwnWork() {
  const t = useText(text)
  const { data, groups } = useQueue('mine')
  useQueueKeptFresh('mine')
  const now = useServerNow(data?.time ?? 0)
  if (!data || !groups) return null
  const own = inOrder(groups)
  return (
    <DetailCard title={t.ownWork} extra={<span className="trouble-note">{t.pieces(own.length)}</span>}>
      {own.length === 0 ? (
        <p className="trouble-note">{t.noOwnWork}</p>
      ) : (
        <ul className="start-rows">
          {own.slice(0, OWN).map(({ ticket_number, ticket_title, nickname, due_time, waiting_since }) => (
            <li key={ticket_number}>
              <Link to={ticketPath.detail(ticket_number, 'mine')}>{ticket_title}</Link>
              <DueTime due_time={due_time} waiting_since={waiting_since} now={now} />
              <span className="trouble-note">{waiting_since === null ? t.answered : nickname}</span>
            </li>
          ))}
        </ul>
      )}
      {own.length > OWN && <Link to={ticketPath.queue('mine')}>{t.allOwn}</Link>}
      <p className="trouble-note">{t.replied(data.replied)}</p>
    </DetailCard>
  )
}

/** Lists the services that end next. */
export function EndingServices({ start: { time, services, service_count } }: { start: DeskStart }) {
  const t = useText(text)
  const may = useMay()(opsContract.services.renew)
  const queries = useQueryClient()
  const renewing = useDialog<SoldService>()
  if (services.length === 0) return null
  const renewed = () => {
    renewing.close()
    void queries.invalidateQueries({ queryKey: [opsContract.desk.start.path] })
  }
  return (
    <DetailCard title={t.ending} extra={<Link to="/services">{t.endingCount(service_count)}</Link>}>
      <ul className="start-rows">
        {services.slice(0, ENDING).map((service) => (
          <li key={service.id}>
            <AccountLink account_number={service.account_number} name={service.nickname} />
            <span className={(service.expired_time ?? 0) - time < 7 * DAY_SECONDS ? 'start-soon' : undefined}>
              {lasting(Math.max(0, (service.expired_time ?? 0) - time))}
            </span>
            <span className="trouble-note">{t.serviceOf(serviceName(service.service_code), service.quantity)}</span>
            {may && (
              <Button
                type="link"
                size="small"
                className="start-act"
                aria-label={`${t.actions.service} ${serviceName(service.service_code)} ${service.nickname}`}
                onClick={() => renewing.show(service)}
              >
                {t.actions.service}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {renewing.subject && <RenewDialog service={renewing.subject} onClose={renewed} />}
    </DetailCard>
  )
}

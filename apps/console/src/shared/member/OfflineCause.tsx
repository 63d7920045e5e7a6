import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { ApiRefusal, asking, ErrorState, Skeleton, TimeText, useText } from '@weft/ui'
import { Link } from 'react-router'
import { usePageOpen } from '../page/open-pages.ts'
import { NextStep } from './NextStep.tsx'
import { memberTicketPath } from './ticket-path.ts'
import * as text from './why-offline.text.ts'

interface Props {
  member: { router_name: string; note: string }
  onDone: () => void
}

/** Shows why and since when a member is offline, and the next step; requested when it is opened. */
export function OfflineCause({ member, onDone }: Props) {
  const { router_name } = member
  const t = useText(text)
  const isOpen = usePageOpen()
  const found = useQuery(asking(contract.memberRecords.diagnosis, { router_name }, { quiet: true, missing: 'stay' }))
  if (!found.data) {
    if (found.error instanceof ApiRefusal && found.error.code === 204) return <p>{t.gone}</p>
    if (found.isError) return <ErrorState compact onRetry={() => void found.refetch()} />
    return (
      <div role="status" aria-label={t.loading}>
        <Skeleton title={false} paragraph={{ rows: 3 }} />
      </div>
    )
  }
  const { text: cause, since, next } = found.data
  return (
    <>
      <p className={found.data.cause === 'online' ? 'why-offline-well' : 'why-offline-cause'} role="status">
        {cause}
      </p>
      <dl className="why-offline-facts">
        {since !== null && (
          <>
            <dt>{t.since}</dt>
            <dd>
              <TimeText at={since} relative />
            </dd>
          </>
        )}
        {next && (
          <>
            <dt>{t.next}</dt>
            <dd>{next}</dd>
          </>
        )}
      </dl>
      <div className="why-offline-actions">
        <NextStep member={member} diagnosis={found.data} onDone={onDone} />
        {isOpen('/ticket/create') && found.data.cause !== 'online' && (
          <Link to={memberTicketPath(member, 'down')} onClick={onDone}>
            {t.ticket}
          </Link>
        )}
      </div>
    </>
  )
}

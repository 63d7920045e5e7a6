import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, Duration, ErrorState, Skeleton, StatusDot, TimeText, useText } from '@weft/ui'
import { Pagination } from 'antd'
import { useState } from 'react'
import * as text from './alert-record.text.ts'
import { IncidentMember } from './IncidentMember.tsx'

const PAGE_SIZE = 10

/** Shows the branches that were lost with the center that an incident is about, a page at a time, those that are still away first. */
export function LostBranches({ incident_id, search }: { incident_id: string; search: string }) {
  const t = useText(text)
  const [page, setPage] = useState(1)
  const { data, isError, refetch } = useQuery({
    ...asking(contract.monitor.incident_branches, { incident_id, page, limit: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
  if (isError) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <Skeleton paragraph={{ rows: 2 }} />
  return (
    <section className="monitor-branches" aria-label={t.branchesLost}>
      <strong>{t.branchesLost}</strong>
      <ul>
        {data.rows.map(({ lost_time, back_time, seconds, ...member }) => (
          <li key={member.router_name}>
            <IncidentMember member={member} search={search} />
            <span className="monitor-branch-times">
              <StatusDot
                kind={back_time === null ? 'offline' : 'online'}
                text={back_time === null ? t.incidentStates.open : t.incidentStates.closed}
              />
              <span>
                <TimeText at={lost_time} /> – {back_time === null ? t.untilNow : <TimeText at={back_time} />}
              </span>
              <Duration seconds={seconds} />
            </span>
          </li>
        ))}
      </ul>
      <Pagination
        className="weft-paged"
        align="end"
        current={page}
        pageSize={PAGE_SIZE}
        total={data.count}
        hideOnSinglePage
        showSizeChanger={false}
        onChange={setPage}
      />
    </section>
  )
}

import { contract, PAGE_SIZE } from '@weft/contract'
import { Duration, ErrorState, Skeleton, StatusDot, TimeText, useLocalList, useText } from '@weft/ui'
import { Pagination } from 'antd'
import * as text from './alert-record.text.ts'
import { IncidentMember } from './IncidentMember.tsx'

/** Shows the branches that were lost with the center that an incident is about, a page at a time, those that are still away first. */
export function LostBranches({ incident_id, search }: { incident_id: string; search: string }) {
  const t = useText(text)
  const list = useLocalList(contract.monitor.incident_branches, [], { incident_id })
  if (list.error) return <ErrorState error={list.error} onRetry={list.reload} />
  if (list.first) return <Skeleton paragraph={{ rows: 2 }} />
  return (
    <section className="monitor-branches" aria-label={t.branchesLost}>
      <strong>{t.branchesLost}</strong>
      <ul>
        {list.rows.map(({ lost_time, back_time, seconds, ...member }) => (
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
        current={list.page}
        pageSize={PAGE_SIZE}
        total={list.count}
        hideOnSinglePage
        showSizeChanger={false}
        onChange={(page) => list.show({ page })}
      />
    </section>
  )
}

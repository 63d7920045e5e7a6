import { contract, type DiagnosisCause, type OutageRecord, siteGuides } from '@weft/contract'
import { Duration, language, type ListColumn, ListTable, Nothing, StateText, TimeText, useListPage, useText } from '@weft/ui'
import { MemberName } from '../../../../shared/member/MemberName.tsx'
import * as text from './tabs.text.ts'

/** Returns why a member was not well, in a few words. */
const causeOf = ({ state, cause }: OutageRecord, spoken: 'zh-CN' | 'en'): string | undefined => {
  const named: DiagnosisCause | 'links_down' | null = state === 'degraded' && cause === 'tunnel_down' ? 'links_down' : cause
  return named === null ? undefined : siteGuides[named][spoken].headline
}

/** Lists when a member was not well, and why. */
export function OutagesTab({ router_name }: { router_name: string }) {
  const t = useText(text)
  const spoken = language.use()
  const list = useListPage(contract.outages.list, [], { router_name }, 'outage_')
  const columns: ListColumn<OutageRecord>[] = [
    {
      key: 'state',
      title: t.outage.state,
      card: 'title',
      pinned: true,
      render: (_, row) => <StateText state={row.state}>{t.states[row.state]}</StateText>,
    },
    {
      key: 'cause',
      title: t.outage.cause,
      render: (_, row) =>
        row.behind === null ? (
          (causeOf(row, spoken) ?? <Nothing />)
        ) : (
          <>
            {causeOf(row, spoken)} ·{' '}
            <MemberName member={{ router_name: row.behind, note: row.behind_note ?? '', router_type: 1 }} form="name" />
          </>
        ),
    },
    { key: 'start', title: t.outage.start, render: (_, row) => <TimeText at={row.start_time} /> },
    { key: 'end', title: t.outage.end, render: (_, row) => (row.end_time === null ? t.outage.lasting : <TimeText at={row.end_time} />) },
    { key: 'lasted', title: t.outage.lasted, align: 'right', render: (_, row) => <Duration seconds={row.seconds} /> },
  ]
  return (
    <ListTable
      list={list}
      name="member-outages"
      subject={t.outages}
      rowKey="start_time"
      columns={columns}
      empty={{ title: t.noOutages, hint: t.noOutagesText }}
    />
  )
}

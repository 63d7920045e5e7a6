import { contract, type OutageRecord } from '@weft/contract'
import { Duration, type ListColumn, ListTable, StateText, TimeText, useListPage, useText } from '@weft/ui'
import { Button } from 'antd'
import { OutageCause } from '../../../../shared/member/OutageCause.tsx'
import * as text from './tabs.text.ts'

/** Lists when a member was not well, and why; from one outage on where a link led to it. */
export function OutagesTab({ router_name }: { router_name: string }) {
  const t = useText(text)
  const list = useListPage(contract.outages.list, ['before'], { router_name }, 'outage_')
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
      render: (_, row) => <OutageCause outage={row} />,
    },
    { key: 'start', title: t.outage.start, render: (_, row) => <TimeText at={row.start_time} seconds /> },
    {
      key: 'end',
      title: t.outage.end,
      render: (_, row) => (row.end_time === null ? t.outage.lasting : <TimeText at={row.end_time} seconds />),
    },
    { key: 'lasted', title: t.outage.lasted, align: 'right', render: (_, row) => <Duration seconds={row.seconds} /> },
  ]
  return (
    <ListTable
      list={list}
      name="member-outages"
      subject={t.outages}
      rowKey="start_time"
      columns={columns}
      filters={list.filters['before'] && <Button onClick={list.clear}>{t.newerOutages}</Button>}
      empty={{ title: t.noOutages, hint: t.noOutagesText }}
    />
  )
}

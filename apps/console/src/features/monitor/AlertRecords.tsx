import { type AlertContent, alertChannels, alertDeliveryStates, contract } from '@weft/contract'
import { ListFilter, ListTable, StatusDot, TimeText, useListPage, useText } from '@weft/ui'
import { Link } from 'react-router'
import { memberPath } from '../../shared/member/member-paths.ts'
import { usePageOpen } from '../../shared/page/open-pages.ts'
import { alertRecordColumns } from './alert-record-columns.tsx'
import * as text from './alert-record.text.ts'

/** Shows how each alert reached each of its recipients, newest first. */
export function AlertRecords() {
  const t = useText(text)
  const list = useListPage(contract.monitor.deliveries, ['channel', 'state'])
  return (
    <ListTable
      list={list}
      name="alert-records"
      subject={t.subject}
      rowKey="id"
      columns={alertRecordColumns(t)}
      filters={
        <>
          <ListFilter
            list={list}
            name="channel"
            label={t.channel}
            options={alertChannels.map((value) => ({ value, label: t.channels[value] }))}
          />
          <ListFilter
            list={list}
            name="state"
            label={t.state}
            options={alertDeliveryStates.map((value) => ({ value, label: t.states[value] }))}
          />
        </>
      }
      expand={{ label: ({ event }) => t.linesOf(event), render: ({ content }) => <AlertLines content={content} /> }}
      empty={{ title: t.none, hint: t.noneHint }}
    />
  )
}

function AlertLines({ content: { lines, more } }: { content: AlertContent }) {
  const t = useText(text)
  const isOpen = usePageOpen()
  return (
    <ul className="monitor-lines">
      {lines.map(({ time, good, text: said, router_name }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines have no name of their own and never move
        <li key={at}>
          <TimeText at={time} />
          <StatusDot kind={good ? 'online' : 'offline'} text={good ? t.good : t.bad} />
          {router_name !== undefined && isOpen('/router/detail') ? (
            <Link to={memberPath.detail(router_name)}>{said}</Link>
          ) : (
            <span>{said}</span>
          )}
        </li>
      ))}
      {more > 0 && <li>{t.more(more)}</li>}
    </ul>
  )
}

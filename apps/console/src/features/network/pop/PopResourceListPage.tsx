import { contract, type PopResourceSummary } from '@weft/contract'
import { type ListColumn, ListTable, PageHeader, TimeText, useListPage, useText } from '@weft/ui'
import { Button } from 'antd'
import { Link } from 'react-router'
import { useAskByTicket } from '../../../shared/ticket/use-ask-by-ticket.ts'
import { networkPath } from '../network-paths.ts'
import { useNetworkRights } from '../network-rights.ts'
import * as networkText from '../network.text.ts'
import * as text from './pop.text.ts'
import { DaysLeft, PopStatusText } from './PopExpiry.tsx'
import { PopNetwork, PopResourceDetail } from './PopResourceDetail.tsx'
import { Term } from '../../../shared/help/Term.tsx'

export function PopResourceListPage() {
  const t = useText(text)
  const n = useText(networkText)
  const { edit } = useNetworkRights()
  const ask = useAskByTicket()
  const pops = useListPage(contract.popResources.list)
  const columns: ListColumn<PopResourceSummary>[] = [
    { key: 'name', title: t.name, dataIndex: 'shortname', pinned: true, card: 'title' },
    { key: 'network', title: t.network, render: (_, pop) => <PopNetwork pop={pop} /> },
    { key: 'bandwidth', title: t.bandwidth, render: (_, pop) => n.mbps(pop.bandwidth) },
    { key: 'status', title: t.status, card: 'status', render: (_, pop) => <PopStatusText pop={pop} /> },
    {
      key: 'end',
      title: t.end,
      render: (_, { expire_time, expire_day }) => (
        <span className="pop-end">
          <TimeText at={expire_time} />
          {expire_day > 0 && <DaysLeft expire_day={expire_day} />}
        </span>
      ),
    },
    {
      key: 'actions',
      title: t.actions,
      pinned: true,
      card: 'actions',
      render: (_, { shortname, network_number }) => (
        <span className="pop-actions">
          {edit && network_number !== null && (
            <Link to={networkPath.popEdit(network_number)} aria-label={t.editOf(shortname)}>
              {t.edit}
            </Link>
          )}
          <Button
            type="link"
            aria-haspopup="dialog"
            aria-label={t.postponeOf(shortname)}
            onClick={() => void ask('postpone', t.renewalOf(shortname))}
          >
            {t.postpone}
          </Button>
        </span>
      ),
    },
  ]
  return (
    <>
      <PageHeader title={t.title} term={<Term of="pop" />} meta={t.about} />
      <ListTable
        list={pops}
        name="pops"
        subject={t.subject}
        rowKey="network_fr_id"
        columns={columns}
        expand={{ label: ({ shortname }) => t.moreOf(shortname), render: (pop) => <PopResourceDetail pop={pop} /> }}
        empty={{
          title: t.emptyTitle,
          hint: t.emptyText,
          action: <Link to={networkPath.list}>{t.toNetworks}</Link>,
        }}
      />
    </>
  )
}

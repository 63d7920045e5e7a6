import { contract, type SaasDevice } from '@weft/contract'
import { CopyText, Duration, type ListColumn, ListTable, Nothing, PageHeader, useListPage, useText } from '@weft/ui'
import { Button, Popover } from 'antd'
import { Link } from 'react-router'
import { volumeText } from '../../shared/chart/units.ts'
import { usePageOpen } from '../../shared/page/open-pages.ts'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { LinkButton } from '@weft/ui/parts/LinkButton.tsx'
import { ServiceEnd } from '@weft/ui/service/ServiceEnd.tsx'
import { newTicketPath, ticketPath } from '../../shared/ticket/ticket-path.ts'
import { SaasState } from './SaasState.tsx'
import { saasPath } from './saas-path.ts'
import './saas.css'
import * as text from './saas.text.ts'
import { Term } from '../../shared/help/Term.tsx'

/** The type of a ticket about services of the platform. */
const PLATFORM = 1

/** Shows the SaaS devices of the account, read-only. */
export function SaasListPage() {
  const t = useText(text)
  const mayAsk = usePageOpen()(ticketPath.create)
  const devices = useListPage(contract.saas.list)
  const columns: ListColumn<SaasDevice>[] = [
    {
      key: 'name',
      title: t.name,
      pinned: true,
      card: 'title',
      render: (_, { router_name }) => <span className="weft-mono">{router_name}</span>,
    },
    { key: 'state', title: t.state, card: 'status', render: (_, device) => <SaasState device={device} /> },
    {
      key: 'bandwidth',
      title: t.bandwidth,
      align: 'right',
      className: 'saas-figure',
      render: (_, { bandwidth }) => bandwidth ?? t.unlimited,
    },
    { key: 'expiry', title: t.expiry, render: (_, { expire_date }) => <ServiceEnd at={expire_date} /> },
    { key: 'ip', title: t.ip, render: (_, device) => <Addresses device={device} /> },
    {
      key: 'online_time',
      title: t.onlineTime,
      render: (_, { online_time }) => (online_time === null ? <Nothing /> : <Duration seconds={online_time} />),
    },
    { key: 'upload', title: t.upload, align: 'right', render: (_, { input }) => volumeText(input) },
    { key: 'download', title: t.download, align: 'right', className: 'saas-figure', render: (_, { out }) => volumeText(out) },
    {
      key: 'actions',
      title: t.actions,
      pinned: true,
      card: 'actions',
      render: (_, { router_name }) => (
        <Link to={saasPath.detail(router_name)} aria-label={t.viewOf(router_name)}>
          {t.view}
        </Link>
      ),
    },
  ]
  return (
    <>
      <PageHeader title={t.title} term={<Term of="saas" />} />
      <ListTable
        list={devices}
        name="saas-devices"
        subject={t.title}
        rowKey="router_name"
        columns={columns}
        searchHint={t.search}
        empty={{
          title: t.none,
          hint: t.noneHint,
          action: mayAsk && (
            <LinkButton type="primary" to={newTicketPath({ type: PLATFORM, title: t.ticketTitle })}>
              {t.ask}
            </LinkButton>
          ),
        }}
      />
    </>
  )
}

/** Shows the first address, and the others on demand. */
function Addresses({ device: { router_name, ip } }: { device: SaasDevice }) {
  const t = useText(text)
  const [first, ...others] = ip
  if (first === undefined) return <Nothing />
  const rest = (
    <ul className="saas-addresses">
      {others.map((one) => (
        <li key={one}>
          <CopyText value={one} />
        </li>
      ))}
    </ul>
  )
  return (
    <span className="saas-ip">
      <CopyText value={first} />
      {others.length > 0 && (
        <Popover trigger="click" content={rest} getPopupContainer={popupContainer}>
          <Button size="small" aria-label={t.moreOf(router_name, others.length)}>
            {t.more(others.length)}
          </Button>
        </Popover>
      )}
    </span>
  )
}

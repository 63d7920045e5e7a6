import { contract, type Service } from '@weft/contract'
import { type ListColumn, ListTable, PageHeader, TimeText, useListPage, useText } from '@weft/ui'
import { Link } from 'react-router'
import { usePageOpen } from '../../shared/page/open-pages.ts'
import { newTicketPath, ticketPath } from '../../shared/ticket/ticket-path.ts'
import { ServiceEnd } from '@weft/ui/service/ServiceEnd.tsx'
import * as text from './service.text.ts'
import './service.css'

/** The type of a ticket about services of the platform. */
const PLATFORM = 1

/** Keeps the right-aligned number away from the date next to it. */
const apart = () => ({ style: { paddingInlineEnd: 48 } })

export function ServicePage() {
  const t = useText(text)
  const services = useListPage(contract.account.service)
  const mayAsk = usePageOpen()(ticketPath.create)
  const columns: ListColumn<Service>[] = [
    { key: 'name', title: t.name, dataIndex: 'service_name', pinned: true, card: 'title' },
    {
      key: 'quantity',
      title: t.quantity,
      align: 'right',
      width: 140,
      className: 'service-number',
      onCell: apart,
      onHeaderCell: apart,
      render: (_, { quantity }) => quantity,
    },
    { key: 'start', title: t.start, render: (_, { start_time }) => <TimeText at={start_time} /> },
    { key: 'end', title: t.end, render: (_, { expired_time }) => <ServiceEnd at={expired_time} /> },
    ...(mayAsk
      ? [
          {
            key: 'actions',
            title: t.actions,
            pinned: true,
            card: 'actions' as const,
            render: (_: unknown, { service_name }: Service) => (
              <Link to={newTicketPath({ type: PLATFORM, title: t.renewOf(service_name) })} aria-label={t.renewOf(service_name)}>
                {t.renew}
              </Link>
            ),
          },
        ]
      : []),
  ]
  return (
    <>
      <PageHeader title={t.title} />
      <ListTable list={services} name="services" subject={t.service} rowKey="id" columns={columns} empty={{ title: t.emptyTitle }} />
    </>
  )
}

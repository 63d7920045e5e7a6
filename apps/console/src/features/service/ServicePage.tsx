import { DownloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { contract, type Service, serviceCatalogue, serviceStates } from '@weft/contract'
import { asking, language, type ListColumn, ListTable, Nothing, PageHeader, Skeleton, TimeText, useListPage, useText } from '@weft/ui'
import { ListFilter } from '@weft/ui/list/ListFilter.tsx'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useFileExport } from '../../shared/file/use-file-export.ts'
import { usePageOpen } from '../../shared/page/open-pages.ts'
import { newTicketPath, ticketPath } from '../../shared/ticket/ticket-path.ts'
import { ServiceEnd } from '@weft/ui/service/ServiceEnd.tsx'
import { serviceName } from '@weft/ui/service/service-names.ts'
import { ServiceTotals } from './ServiceTotals.tsx'
import type { ServiceText } from './service.text.ts'
import * as text from './service.text.ts'
import './service.css'
import { Term } from '../../shared/help/Term.tsx'

/** The type of a ticket about services of the platform. */
const PLATFORM = 1

/** Keeps the right-aligned number away from the date next to it. */
const apart = () => ({ style: { paddingInlineEnd: 48 } })

/** Returns whether a service ends, so that it can be renewed. */
const ends = ({ expired_time }: Service): boolean => expired_time !== null

/** Returns the address of a new ticket that asks to renew these services. */
function renewalOf(t: ServiceText, services: readonly Service[]): `/${string}` {
  const [one] = services
  const title = one && services.length === 1 ? t.renewOf(serviceName(one.service_code)) : t.renewSeveral(services.length)
  const content = services.map((service) => t.renewLine(serviceName(service.service_code), service.quantity)).join('\n')
  return newTicketPath({ type: PLATFORM, title, content })
}

export function ServicePage() {
  const t = useText(text)
  const shownLanguage = language.use()
  const services = useListPage(contract.account.service, ['service_code', 'state'])
  const totals = useQuery(asking(contract.account.service_totals, {}, { quiet: true }))
  const [chosen, setChosen] = useState<string[]>([])
  const selected = services.rows.filter(({ id }) => chosen.includes(id))
  const keep = useFileExport(contract.account.service_file, t.exported)
  const mayAsk = usePageOpen()(ticketPath.create)
  const columns: ListColumn<Service>[] = [
    { key: 'name', title: t.name, pinned: true, card: 'title', render: (_, service) => serviceName(service.service_code) },
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
            render: (_: unknown, service: Service) =>
              ends(service) ? (
                <Link to={renewalOf(t, [service])} aria-label={t.renewOf(serviceName(service.service_code))}>
                  {t.renew}
                </Link>
              ) : (
                <Nothing />
              ),
          },
        ]
      : []),
  ]
  const header = <PageHeader title={t.title} term={<Term of="service" />} />
  // The list waits for the totals above it, which would move it down when they come.
  if (totals.isPending)
    return (
      <>
        {header}
        <Skeleton paragraph={{ rows: 8 }} />
      </>
    )
  return (
    <>
      {header}
      <ServiceTotals totals={totals.data ?? []} list={services} />
      <ListTable
        list={services}
        name="services"
        subject={t.service}
        rowKey="id"
        columns={columns}
        filters={
          <>
            <ListFilter
              list={services}
              name="service_code"
              label={t.type}
              options={Object.entries(serviceCatalogue).map(([value, named]) => ({ value, label: named[shownLanguage] }))}
            />
            <ListFilter list={services} name="state" label={t.state} options={serviceStates.map((value) => ({ value, label: t[value] }))} />
          </>
        }
        actions={
          <Button icon={<DownloadOutlined aria-hidden />} loading={keep.isPending} onClick={() => keep.mutate(services.filters)}>
            {t.export}
          </Button>
        }
        {...(mayAsk && {
          selection: {
            keys: selected.map(({ id }) => id),
            onChange: setChosen,
            isSelectable: (key: string) => services.rows.some((row) => row.id === key && ends(row)),
            labelOf: (key: string) => {
              const row = services.rows.find(({ id }) => id === key)
              return t.selectOf(row ? serviceName(row.service_code) : key)
            },
            actions: <Link to={renewalOf(t, selected)}>{t.renewSelected(selected.length)}</Link>,
          },
        })}
        empty={{ title: t.emptyTitle }}
      />
    </>
  )
}

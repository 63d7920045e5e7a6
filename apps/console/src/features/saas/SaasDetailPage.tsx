import { ArrowLeftOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contract, type SaasInfo } from '@weft/contract'
import { asking, CopyText, ErrorState, Nothing, PageHeader, Skeleton, TimeText, useText } from '@weft/ui'
import { Tag } from 'antd'
import { Link, Navigate } from 'react-router'
import { DetailCard, Facts } from '@weft/ui/parts/DetailCard.tsx'
import { usePageObject } from '@weft/ui/frame/page-object.ts'
import { ServiceEnd } from '@weft/ui/service/ServiceEnd.tsx'
import { usePageKey } from '@weft/ui/frame/page-key.ts'
import { serverSecondsAt } from '@weft/ui/time/server-time.ts'
import { ReadLine } from '../../shared/session/ReadLine.tsx'
import { SaasDials } from './SaasDials.tsx'
import { SaasState } from './SaasState.tsx'
import { SaasTraffic } from './SaasTraffic.tsx'
import { saasPath } from './saas-path.ts'
import './saas.css'
import * as text from './saas.text.ts'

/** Shows one SaaS device. Without a name it leads to the list. */
export function SaasDetailPage() {
  const router_name = usePageKey('router_name')
  return router_name ? <SaasDetail key={router_name} router_name={router_name} /> : <Navigate to={saasPath.list} replace />
}

function SaasDetail({ router_name }: { router_name: string }) {
  const t = useText(text)
  const queries = useQueryClient()
  const info = useQuery(asking(contract.saas.info, { router_name }, { missing: saasPath.list }))
  const device = info.data
  usePageObject(device?.router_name)
  const reload = () => {
    void info.refetch()
    void queries.invalidateQueries({ queryKey: ['traffic'] })
    void queries.invalidateQueries({ queryKey: [contract.saas.connect.path] })
  }
  const back = (
    <Link to={saasPath.list}>
      <ArrowLeftOutlined aria-hidden /> {t.back}
    </Link>
  )
  if (!device)
    return (
      <>
        <PageHeader title={t.detail} meta={back} />
        {info.isError ? <ErrorState error={info.error} onRetry={reload} /> : <Skeleton paragraph={{ rows: 8 }} />}
      </>
    )
  return (
    <>
      <PageHeader
        title={<span className="weft-mono">{device.router_name}</span>}
        status={
          <>
            <SaasState device={device} />
            {isLent(device, serverSecondsAt(info.dataUpdatedAt)) && <Tag color="processing">{t.lentNow}</Tag>}
          </>
        }
        meta={
          <>
            {back}
            <ReadLine read={info.dataUpdatedAt} busy={info.isFetching} onRead={reload} />
          </>
        }
      />
      <div className="saas-cards">
        <FactsCard device={device} />
        <SaasTraffic router_name={device.router_name} />
      </div>
      <SaasDials router_name={device.router_name} />
    </>
  )
}

function FactsCard({ device }: { device: SaasInfo }) {
  const t = useText(text)
  const { router_name, bandwidth, expire_date, temp_bandwidth, temp_start_date, temp_expire_date, ip } = device
  return (
    <DetailCard title={t.facts}>
      <div className="saas-facts">
        <Facts
          facts={[
            { label: t.name, value: <CopyText value={router_name} /> },
            { label: t.bandwidthOf, value: bandwidth === null ? t.unlimited : t.megabits(bandwidth) },
            { label: t.expiry, value: <ServiceEnd at={expire_date} /> },
            { label: t.lent, value: temp_bandwidth === null ? <Nothing /> : t.megabits(temp_bandwidth) },
            { label: t.lentFrom, value: <TimeText at={temp_start_date} /> },
            { label: t.lentUntil, value: <TimeText at={temp_expire_date} /> },
            {
              label: t.addresses,
              value:
                ip.length === 0 ? (
                  <Nothing />
                ) : (
                  <ul className="saas-addresses">
                    {ip.map((one) => (
                      <li key={one}>
                        <CopyText value={one} />
                      </li>
                    ))}
                  </ul>
                ),
            },
          ]}
        />
      </div>
    </DetailCard>
  )
}

/** Returns whether a device has its temporary bandwidth now. @param now Unix seconds */
const isLent = ({ temp_start_date, temp_expire_date }: SaasInfo, now: number): boolean =>
  temp_start_date !== null && temp_expire_date !== null && temp_start_date <= now && now < temp_expire_date

import { contract, trafficRanges } from '@weft/contract'
import { useText } from '@weft/ui'
import { Segmented } from 'antd'
import { put, useViewParams } from '@weft/ui/frame/use-view-params.ts'
import { HistoryNotice } from '../../shared/chart/HistoryNotice.tsx'
import * as rangeText from '../../shared/chart/range.text.ts'
import { TrafficPanel } from '../../shared/chart/TrafficPanel.tsx'
import { stepOf } from '../../shared/chart/traffic-series.ts'
import { spanOf } from '../../shared/chart/traffic-span.ts'
import { useHistory } from '../../shared/chart/use-history.ts'
import { DetailCard } from '@weft/ui/parts/DetailCard.tsx'
import { serverSecondsAt } from '@weft/ui/time/server-time.ts'
import * as text from './saas.text.ts'

const [FIRST] = trafficRanges
const MINUTE_SECONDS = 60

/** Shows the traffic of a device. The address keeps the range. */
export function SaasTraffic({ router_name }: { router_name: string }) {
  const t = useText(text)
  const r = useText(rangeText)
  const [params, setParams] = useViewParams()
  const range = trafficRanges.find((one) => one === params.get('range')) ?? FIRST
  const history = useHistory(contract.saas.traffic, { router_name, range })
  const points = history.data ?? []
  const choose = (next: string) => setParams((now) => put(now, 'range', next, FIRST))
  return (
    <DetailCard title={t.traffic}>
      <div className="saas-ranges">
        <Segmented
          aria-label={r.range}
          value={range}
          options={trafficRanges.map((value) => ({ value, label: r.names[value] }))}
          onChange={choose}
        />
      </div>
      <TrafficPanel
        points={points}
        span={spanOf(range, points, Math.floor(serverSecondsAt(history.dataUpdatedAt)))}
        step={stepOf(points, MINUTE_SECONDS)}
        live={false}
        title={`${t.traffic} ${router_name}`}
        facts={[r.names[range]]}
        faded={history.isPlaceholderData}
        notice={(history.isError || points.length === 0) && <HistoryNotice history={history} />}
      />
    </DetailCard>
  )
}

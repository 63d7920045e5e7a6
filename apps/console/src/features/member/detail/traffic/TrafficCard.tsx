import { CaretRightOutlined, PauseOutlined } from '@ant-design/icons'
import { contract, type MemberInfo, type TrafficPoint, trafficRanges } from '@weft/contract'
import { useText } from '@weft/ui'
import { Button, Segmented, Select } from 'antd'
import { useState } from 'react'
import { put, useViewParams } from '@weft/ui/frame/use-view-params.ts'
import { absoluteTime } from '@weft/ui/parts/time.ts'
import { HistoryNotice } from '../../../../shared/chart/HistoryNotice.tsx'
import { TrafficPanel } from '../../../../shared/chart/TrafficPanel.tsx'
import { stepOf } from '../../../../shared/chart/traffic-series.ts'
import { spanOf } from '../../../../shared/chart/traffic-span.ts'
import { useHistory } from '../../../../shared/chart/use-history.ts'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { DetailCard } from '@weft/ui/parts/DetailCard.tsx'
import { serverSeconds, serverSecondsAt } from '@weft/ui/time/server-time.ts'
import { LiveNotice, LiveTag } from './LiveTag.tsx'
import { joinedTraffic, RECENT_SECONDS, silentSince, useRecentTraffic } from './recent-traffic.ts'
import * as text from './traffic.text.ts'
import { useLiveTraffic } from './use-live-traffic.ts'

const LIVE_STEP = 5
/** Seconds from point to point that are no gap in live traffic, which begins with minutes: the newest of them are still on their way. */
const LIVE_GAP = 120
const none: readonly TrafficPoint[] = []
/** Number of interfaces shown side by side; more are chosen from a list. */
const SIDE_BY_SIDE = 4

/** Shows the traffic of a member's interfaces, live and past. The address keeps the interface and the range. */
export function TrafficCard({ member: { router_name, router_type, interfaces: known, report_time } }: { member: MemberInfo }) {
  const t = useText(text)
  const [params, setParams] = useViewParams()
  const range = trafficRanges.find((one) => one === params.get('range'))
  const live = useLiveTraffic(router_name, range === undefined)
  const names = (live.state?.interfaces ?? known).map((one) => one.interface)
  const chosen = names.find((name) => name === params.get('interface')) ?? names[0]
  const past = useHistory(contract.traffic.history, range && chosen !== undefined ? { router_name, interface: chosen, range } : undefined)
  const set = (name: string, value: string | undefined) => setParams((now) => put(now, name, value))
  const choose = (name: string) => {
    set('interface', name === names[0] ? undefined : name)
    live.choose()
  }

  const never = report_time === null && !live.state?.interfaces?.length ? router_type : undefined
  const paused = live.state?.paused ?? false
  const recent = useRecentTraffic(router_name, range === undefined ? chosen : undefined)
  const sampled = live.state?.points.get(chosen ?? '') ?? none
  const [opened] = useState(() => Math.floor(serverSeconds()))
  const now = sampled.at(-1)?.time ?? Math.max(opened, recent.read)
  const silent = range === undefined ? silentSince(recent.minutes, sampled, now) : undefined
  const points = range ? (past.data ?? none) : joinedTraffic(recent.minutes, sampled, now)
  const step = stepOf(points, LIVE_STEP)
  const options = names.map((name) => ({ value: name, label: name }))
  const pastNotice = (past.isError || points.length === 0) && <HistoryNotice history={past} />
  return (
    <DetailCard title={range ? t.titles.past : t.titles.live} extra={!range && live.state && <LiveTag state={live.state} never={never} />}>
      <div className="member-traffic-tools">
        {options.length > SIDE_BY_SIDE ? (
          <Select
            className="member-interface"
            aria-label={t.interface}
            value={chosen ?? null}
            options={options}
            getPopupContainer={popupContainer}
            onChange={(name) => name && choose(name)}
          />
        ) : (
          chosen && <Segmented aria-label={t.interface} value={chosen} options={options} onChange={choose} />
        )}
        <div className="member-ranges">
          <Segmented
            aria-label={t.range}
            value={range ?? 'live'}
            options={(['live', ...trafficRanges] as const).map((value) => ({ value, label: t.ranges[value] }))}
            onChange={(next) => set('range', next === 'live' ? undefined : next)}
          />
        </div>
        {!range && (
          <Button
            icon={paused ? <CaretRightOutlined aria-hidden /> : <PauseOutlined aria-hidden />}
            disabled={live.state?.phase === 'unsupported'}
            onClick={paused ? live.resume : live.pause}
          >
            {paused ? t.resume : t.pause}
          </Button>
        )}
      </div>
      <TrafficPanel
        points={points}
        span={range ? spanOf(range, points, Math.floor(serverSecondsAt(past.dataUpdatedAt))) : [now - RECENT_SECONDS, now]}
        step={range ? step : LIVE_GAP}
        live={range === undefined}
        silent={range === undefined && sampled.length === 0}
        title={`${t.fileTitle} ${router_name}`}
        facts={[...(chosen ? [chosen] : []), t.ranges[range ?? 'live']]}
        faded={range ? past.isPlaceholderData : (live.state?.switching ?? false)}
        notice={
          range ? (
            pastNotice
          ) : silent === undefined ? (
            <LiveNotice state={live.state} empty={points.length === 0} never={never} />
          ) : (
            <span className="member-silent">{t.noDataSince(absoluteTime(silent).slice(11, 16))}</span>
          )
        }
      />
    </DetailCard>
  )
}

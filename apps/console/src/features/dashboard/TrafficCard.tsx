import { DownOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { contract, NETWORK_TRAFFIC_STEP, type Problem, type TrafficPoint } from '@weft/contract'
import { asking, Nothing, useText } from '@weft/ui'
import { MenuButton } from '@weft/ui/parts/MenuButton.tsx'
import { useMemo, useState } from 'react'
import { serverSecondsAt } from '@weft/ui/time/server-time.ts'
// The card has the colours and the places of the chart before the chart itself is loaded.
import '../../shared/chart/chart.css'
import { HistoryNotice } from '../../shared/chart/HistoryNotice.tsx'
import { peakOf, seriesOf, topOf } from '../../shared/chart/traffic-series.ts'
import { spanOf } from '../../shared/chart/traffic-span.ts'
import { megabits, rateText, rateUnit, volumeText } from '../../shared/chart/units.ts'
import * as text from './traffic.text.ts'
import { TrafficPlot } from './TrafficPlot.tsx'

const ALL = ''
const AGAIN_MS = 300_000
const none: readonly TrafficPoint[] = []

/** Returns the bytes of both directions. */
const bytesOf = (points: readonly TrafficPoint[]): number =>
  points.reduce((sum, { down, upload }) => sum + ((down + upload) * NETWORK_TRAFFIC_STEP) / 8, 0)

/** Shows the traffic of all networks, or of one, over 24 hours, with the moments since which something is down. */
export function TrafficCard({ problems }: { problems: readonly Problem[] }) {
  const t = useText(text)
  const [chosen, setChosen] = useState(ALL)
  const [opened] = useState(() => Date.now())
  const networks = useQuery(asking(contract.network.select, {}, { quiet: true })).data ?? []
  const nameOf = (key: string) => networks.find((one) => one.network_number === key)?.network_name ?? t.allNetworks
  const history = useQuery({
    ...asking(contract.traffic.networks, chosen === ALL ? {} : { network_number: chosen }, { quiet: true, missing: 'stay' }),
    refetchInterval: AGAIN_MS,
    placeholderData: keepPreviousData,
  })
  const points = history.data ?? none
  const peak = useMemo(() => peakOf(points), [points])
  const series = useMemo(() => seriesOf(points, NETWORK_TRAFFIC_STEP), [points])
  const faults = useMemo(
    () =>
      problems.flatMap(({ state, since, title, network_number }) =>
        state === 'down' && since !== null && (chosen === ALL || network_number.includes(chosen)) ? [{ time: since, text: title }] : [],
      ),
    [problems, chosen],
  )
  const last = points.at(-1)
  const summary = last ? t.summary(rateText(last.down), rateText(last.upload), rateText(peak)) : t.noSummary
  return (
    <section className="dashboard-card dashboard-traffic" aria-label={t.traffic}>
      <div className="dashboard-card-head">
        <h2>{t.traffic}</h2>
        {networks.length > 1 && (
          <MenuButton
            size="small"
            aria-label={t.ofNetwork(nameOf(chosen))}
            items={[ALL, ...networks.map((one) => one.network_number)].map((key) => ({
              key,
              label: nameOf(key),
              onClick: () => setChosen(key),
            }))}
          >
            <span className="dashboard-choice">{nameOf(chosen)}</span> <DownOutlined aria-hidden />
          </MenuButton>
        )}
      </div>
      <dl className="dashboard-figures">
        <Figure name={t.down} className="dashboard-figure-down" value={last && megabits(last.down).toFixed(2)} unit="Mbit/s" />
        <Figure name={t.upload} className="dashboard-figure-upload" value={last && megabits(last.upload).toFixed(2)} unit="Mbit/s" />
        <Figure name={t.peak} value={last && megabits(peak).toFixed(2)} unit="Mbit/s" />
        <Figure
          name={t.volume}
          value={last && volumeText(bytesOf(points)).split(' ')[0]}
          unit={volumeText(bytesOf(points)).split(' ')[1] ?? ''}
        />
      </dl>
      <div className="dashboard-unit">
        <span>{rateUnit(topOf(peak)).name}</span>
        <span>{t.what}</span>
      </div>
      <div className={history.isPlaceholderData ? 'chart-stage chart-faded' : 'chart-stage'}>
        <TrafficPlot
          series={series}
          span={spanOf('1d', points, Math.floor(serverSecondsAt(history.dataUpdatedAt || opened)))}
          top={topOf(peak)}
          faults={faults}
          summary={summary}
          height={200}
        />
        <div className="chart-notice" role="status">
          {(history.isError || points.length === 0) && <HistoryNotice history={history} />}
        </div>
      </div>
    </section>
  )
}

interface FigureProps {
  name: string
  value: string | undefined
  unit: string
  className?: string
}

function Figure({ name, value, unit, className }: FigureProps) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>
        {value === undefined ? (
          <Nothing />
        ) : (
          <>
            {value} <small>{unit}</small>
          </>
        )}
      </dd>
    </div>
  )
}

import { ArrowLeftOutlined, ArrowRightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { contract, type LinkQualityPoint, qualityRanges } from '@weft/contract'
import { jitterOf } from '@weft/network-rules'
import { asking, ErrorState, Nothing, Skeleton, useText } from '@weft/ui'
import { Scrolling } from '@weft/ui/parts/Scrolling.tsx'
import { absoluteTime } from '@weft/ui/parts/time.ts'
import { Button, Segmented, Select } from 'antd'
import { useId, useMemo, useState } from 'react'
import type { LiveNetwork } from '../detail/network-state.ts'
import { endsOf, linkName } from '../../../shared/quality/link-names.ts'
import { curvesOfPoints, msText, percentText } from '../../../shared/quality/quality-curves.ts'
// The table of the points looks as that of traffic.
import '../../../shared/chart/chart.css'
import { QualityChart } from '../../../shared/quality/QualityChart.tsx'
import * as text from '../../../shared/quality/quality.text.ts'
import { useRevisionMarks } from '../../../shared/quality/use-revision-marks.ts'
import type { View } from './use-view.ts'

/** Devices report each minute. */
const AGAIN_MS = 60_000
/** Heights in px; the lowest pane has the times below it. */
const HEIGHTS = { rtt: 180, loss: 104, jitter: 128 }

interface Props {
  network: LiveNetwork
  view: View
  link: { router_name: string; center_router_name: string }
}

/** Shows the time there and back, the loss and the jitter of one link on one time axis. */
export function OneLink({ network, view, link }: Props) {
  const t = useText(text)
  const tableId = useId()
  const [asTable, setAsTable] = useState(false)
  const { network_number } = network
  const range = view.linkRange
  const found = useQuery({
    ...asking(contract.quality.link, { network_number, ...link, range }, { quiet: true, missing: 'stay' }),
    queryKey: ['quality', contract.quality.link.path, { network_number, ...link, range }],
    refetchInterval: AGAIN_MS,
  })
  const revisions = useRevisionMarks(network_number)
  const own = network.link.filter(({ kind, router_name }) => (kind === 'center' || kind === 'p2p') && router_name === link.router_name)
  const shown = own.find((one) => linkName(one) === linkName(link))
  const { from, to } = endsOf(shown ?? { ...link, router_name_note: '', center_router_name_note: '' })
  const ends = t.ends(from, to)
  const { data } = found
  const curves = useMemo(() => data && curvesOfPoints(data.points, data.step, [data.from, data.until]), [data])
  const sync = `${network_number} ${linkName(link)}`
  return (
    <div className="quality">
      <div className="quality-tools">
        <Button
          autoFocus
          icon={<ArrowLeftOutlined aria-hidden />}
          onClick={() => view.set({ from: undefined, to: undefined, linkRange: undefined })}
        >
          {t.back}
        </Button>
        <Segmented
          aria-label={t.range}
          value={range}
          options={qualityRanges.map((value) => ({ value, label: t.ranges[value] }))}
          onChange={(next) => view.set({ linkRange: next })}
        />
      </div>
      <section className="quality-one" aria-label={ends}>
        <header>
          <h2>
            {from} <ArrowRightOutlined aria-hidden /> {to}
          </h2>
          {data && data.usual_rtt !== null && (
            <span className="quality-usual">
              {t.usual} {msText(data.usual_rtt)}
            </span>
          )}
          {own.length > 1 && (
            <Select
              aria-label={t.others}
              value={link.center_router_name}
              options={own.map((one) => ({ value: one.center_router_name, label: t.targetOf(endsOf(one).to) }))}
              popupMatchSelectWidth={false}
              onChange={(next) => view.set({ to: next })}
            />
          )}
        </header>
        {found.isError && !data ? (
          <ErrorState error={found.error} hint={t.failedHint} onRetry={() => void found.refetch()} />
        ) : !curves ? (
          <Skeleton paragraph={{ rows: 8 }} />
        ) : data?.points.length === 0 ? (
          <p className="quality-nothing">{t.notMeasured}</p>
        ) : (
          (['rtt', 'loss', 'jitter'] as const).map((pane) => (
            <div key={pane}>
              <h3>{{ rtt: t.rttPane, loss: t.lossPane, jitter: t.jitterPane }[pane]}</h3>
              <QualityChart
                pane={pane}
                curves={curves}
                revisions={revisions}
                named
                timed={pane === 'jitter'}
                label={t.paneChart(t[pane], ends)}
                height={HEIGHTS[pane]}
                sync={sync}
              />
            </div>
          ))
        )}
        {data && data.points.length > 0 && (
          <>
            <Button type="link" size="small" aria-expanded={asTable} aria-controls={tableId} onClick={() => setAsTable(!asTable)}>
              {asTable ? t.hideTable : t.showTable}
            </Button>
            <div id={tableId}>{asTable && <Points points={data.points} label={t.tableOf(ends)} />}</div>
          </>
        )}
      </section>
    </div>
  )
}

function Points({ points, label }: { points: readonly LinkQualityPoint[]; label: string }) {
  const t = useText(text)
  return (
    <Scrolling className="chart-table" role="region" label={label}>
      <table>
        <thead>
          <tr>
            {[t.time, t.rtt, t.rtt95, t.lossOut, t.lossBack, t.jitter, t.sent, t.received].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <tr key={point.time}>
              <th scope="row">{absoluteTime(point.time)}</th>
              <td>{point.rtt_p50 === null ? <Nothing /> : msText(point.rtt_p50)}</td>
              <td>{point.rtt_p95 === null ? <Nothing /> : msText(point.rtt_p95)}</td>
              <td>{percentText(point.loss_out)}</td>
              <td>{percentText(point.loss_back)}</td>
              <td>{msText(jitterOf(point))}</td>
              <td>{point.sent}</td>
              <td>{point.received}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}

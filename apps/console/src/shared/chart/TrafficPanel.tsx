import { saveFile, toast, useText, useThemeMode } from '@weft/ui'
import { Button } from 'antd'
import { type ReactNode, useId, useMemo, useState } from 'react'
import * as text from './chart.text.ts'
import './chart.css'
import { fileName } from '../file/file-name.ts'
import { TrafficChart } from './TrafficChart.tsx'
import { trafficFile } from './traffic-file.ts'
import { trafficPicture } from './traffic-picture.ts'
import { highestOf, peakOf, seriesOf, type ShownPoint, topOf } from './traffic-series.ts'
import { TrafficFigures } from './TrafficFigures.tsx'
import { TrafficTable } from './TrafficTable.tsx'
import { rateText, rateUnit } from './units.ts'

interface Props {
  points: readonly ShownPoint[]
  span: readonly [from: number, until: number]
  /** Seconds from point to point. */
  step: number
  /** True when the last point is current. */
  live: boolean
  /** True if no point is current any more, although the chart is live. */
  silent?: boolean
  /** The title of an exported picture: 「实时流量 · HQ-0001」. */
  title: string
  /** Interface and range, for the exports. */
  facts: readonly string[]
  /** True while the lines still show the previous choice. */
  faded?: boolean
  /** Shown over the plot in place of lines. */
  notice?: ReactNode
}

/** Shows figures, the chart and the same data as a table; exports the chart as a picture and the data as CSV. */
export function TrafficPanel({ points, span, step, live, silent = false, title, facts, faded = false, notice }: Props) {
  const t = useText(text)
  const mode = useThemeMode()
  const tableId = useId()
  const [asTable, setAsTable] = useState(false)
  const series = useMemo(() => seriesOf(points, step), [points, step])
  const peak = useMemo(() => peakOf(points), [points])
  const top = topOf(highestOf(points))
  const last = silent ? undefined : points.at(-1)
  const summary = last ? (live ? t.summary : t.summaryOfPast)(rateText(last.down), rateText(last.upload), rateText(peak)) : t.noSummary

  const keep = async (extension: string, content: () => Blob | Promise<Blob>) => {
    if (points.length === 0) return toast.warning(t.nothingToExport)
    try {
      saveFile(await content(), fileName([title, ...facts], extension))
      toast.success(t.exported)
    } catch {
      toast.error(t.exportFailed)
    }
  }
  const picture = () => trafficPicture({ series, span, top, title, facts: facts.join(' · '), summary, mode })
  return (
    <div className="chart">
      <TrafficFigures last={last} peak={peak} live={live} />
      <div className="chart-unit">
        <span>{rateUnit(top).name}</span>
      </div>
      <div className={faded ? 'chart-stage chart-faded' : 'chart-stage'}>
        <TrafficChart series={series} span={span} top={top} summary={summary} />
        <div className="chart-notice" role="status">
          {notice}
        </div>
      </div>
      <div className="chart-actions">
        <Button type="link" size="small" aria-expanded={asTable} aria-controls={tableId} onClick={() => setAsTable(!asTable)}>
          {asTable ? t.hideTable : t.showTable}
        </Button>
        <Button type="link" size="small" disabled={faded} onClick={() => void keep('png', picture)}>
          {t.exportPicture}
        </Button>
        <Button type="link" size="small" disabled={faded} onClick={() => void keep('csv', () => trafficFile(points))}>
          {t.exportTable}
        </Button>
      </div>
      <div id={tableId}>{asTable && <TrafficTable points={points} />}</div>
    </div>
  )
}

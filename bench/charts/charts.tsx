import { LIVE_POINTS, type TrafficPoint } from '@weft/contract'
import { useEffect, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { TrafficChart } from '../../apps/console/src/shared/chart/TrafficChart.tsx'
import { peakOf, seriesOf, topOf } from '../../apps/console/src/shared/chart/traffic-series.ts'

/** Returns a sample as a member might send it every second. */
const measured = (time: number): TrafficPoint => ({
  time,
  down: 40e6 + 30e6 * Math.sin(time / 7) + 5e6 * Math.random(),
  upload: 9e6 + 5e6 * Math.cos(time / 5) + 1e6 * Math.random(),
})

/** Shows one chart; the charts move in different frames, because no two members measure at the same moment. */
function Live({ at, of }: { at: number; of: number }) {
  const [points, setPoints] = useState(() => Array.from({ length: LIVE_POINTS }, (_, time) => measured(1_790_000_000 + time)))
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined
    const grow = () => setPoints((now) => [...now.slice(1), measured((now.at(-1)?.time ?? 0) + 1)])
    const begin = setTimeout(() => (timer = setInterval(grow, 1000)), (1000 / of) * at)
    return () => {
      clearTimeout(begin)
      clearInterval(timer)
    }
  }, [at, of])
  const series = useMemo(() => seriesOf(points, 2), [points])
  const until = points.at(-1)?.time ?? 0
  return <TrafficChart series={series} span={[until - LIVE_POINTS + 1, until]} top={topOf(peakOf(points))} summary={`${at}`} height={160} />
}

const count = Number(new URLSearchParams(location.search).get('charts'))
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <div style={{ display: 'grid', gridTemplateColumns: 'repeat(5, minmax(0, 1fr))', gap: 8 }}>
      {Array.from({ length: count }, (_, at) => (
        <Live key={at} at={at} of={count} />
      ))}
    </div>,
  )

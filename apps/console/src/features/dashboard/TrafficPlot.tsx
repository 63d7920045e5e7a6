import { type ComponentProps, lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { TrafficChart } from '../../shared/chart/TrafficChart.tsx'

// It brings the library that draws charts.
const Chart = lazy(async () => ({ default: (await import('../../shared/chart/TrafficChart.tsx')).TrafficChart }))

/** Draws traffic once its place is near the screen: until somebody can look at it, the library is not even loaded. */
export function TrafficPlot(props: ComponentProps<typeof TrafficChart> & { height: number }) {
  const place = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (seen || !place.current) return
    const watcher = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true), {
      rootMargin: '200px',
    })
    watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [seen])
  return (
    <div ref={place} style={{ height: props.height }}>
      {seen && (
        <Suspense>
          <Chart {...props} />
        </Suspense>
      )}
    </div>
  )
}

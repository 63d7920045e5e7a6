import { type QualityCurve, qualityCurves, type QualityOrder, qualityOrders, type QualityRange, qualityRanges } from '@weft/contract'
import { keepOnly, put, useViewParams } from '@weft/ui/frame/use-view-params.ts'
import { useEffect, useRef } from 'react'

/** The parameters of the address that hold what the page shows. */
const KEYS = {
  range: 'span',
  linkRange: 'reach',
  order: 'sort',
  center: 'center',
  search: 'q',
  table: 'as',
  from: 'from',
  to: 'to',
} as const
type Key = keyof typeof KEYS

/** Returns what the page shows, as the address says, and what changes it. */
export function useView() {
  const [params, setParams] = useViewParams()
  // A search is set a moment after it was typed; what was chosen meanwhile must stay.
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
  }, [params])
  const value = (key: Key) => params.get(KEYS[key]) ?? undefined
  const [range, linkRange, order, from, to] = [value('range'), value('linkRange'), value('order'), value('from'), value('to')]
  return {
    range: qualityCurves.find((one) => one === range) ?? ('1d' satisfies QualityCurve),
    order: qualityOrders.find((one) => one === order) ?? ('worst' satisfies QualityOrder),
    center: value('center'),
    search: value('search') ?? '',
    table: value('table') === 'table',
    /** The one link that is shown whole, and its span. */
    link: from !== undefined && to !== undefined ? { router_name: from, center_router_name: to } : undefined,
    linkRange: qualityRanges.find((one) => one === (linkRange ?? range)) ?? ('1d' satisfies QualityRange),
    /** Sets parameters of the address; undefined removes one. A link that is opened can be left with the back button. */
    set: (values: Partial<Record<Key, string | undefined>>) => {
      const next = new URLSearchParams(latest.current)
      for (const [key, wanted] of Object.entries(values) as [Key, string | undefined][]) put(next, KEYS[key], wanted)
      latest.current = next
      setParams(
        (now) => {
          keepOnly(now)
          for (const [name, value] of next) now.append(name, value)
        },
        { push: values.from !== undefined },
      )
    },
  }
}
export type View = ReturnType<typeof useView>

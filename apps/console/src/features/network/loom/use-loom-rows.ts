import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useMemo } from 'react'
import type { Line } from './loom-order.ts'

const HEAD_HEIGHT = { wide: 72, narrow: 52 } as const
const GROUP_HEIGHT = 32
const ROW_HEIGHT = { wide: 32, narrow: 56 } as const
const OVERSCAN = 5

/** Draws only the rows on screen, and the current one, which keeps the loom's stop for the Tab key. */
export function useLoomRows(lines: readonly Line[], current: number, narrow: boolean, scroll: RefObject<HTMLDivElement | null>) {
  const look = narrow ? 'narrow' : 'wide'
  const head = HEAD_HEIGHT[look]
  const places = useMemo(() => {
    let start = 0
    return lines.map(({ site }) => {
      const size = site === null ? GROUP_HEIGHT : ROW_HEIGHT[look]
      start += size
      return { start: start - size, size }
    })
  }, [lines, look])
  const last = places.at(-1)
  const total = last ? last.start + last.size : 0
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => places[index]!.size,
    getItemKey: (index) => lines[index]!.key,
    scrollMargin: head,
    scrollPaddingStart: head,
    overscan: OVERSCAN,
    rangeExtractor: useCallback(
      (range: Range) => {
        const seen = defaultRangeExtractor(range)
        if (seen.includes(current) || current >= lines.length) return seen
        return current < range.startIndex ? [current, ...seen] : [...seen, current]
      },
      [current, lines.length],
    ),
  })
  const seen = virtualizer.scrollRect?.height ?? 0
  /** Number of rows that a screen shows, less one that stays in sight when a page is turned. */
  const page = Math.max(1, Math.floor((seen - head) / ROW_HEIGHT[look]) - 1)
  return { virtualizer, places, head, seen, page, total }
}
